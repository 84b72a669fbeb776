import type { AccountDeletion, CallBody, DataExport } from '@clutch/contract'
import { DELETION_CONFIRMATION } from '@clutch/contract/constants'
import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { tokens } from '#shared/auth/session.ts'
import { showToast } from '#shared/ui/toast-store.ts'

const ACCOUNT = ['account']
const KEYS = ['account-keys']
const PROGRESS_EVERY_MS = 1_000

export type NewPlayerKey = CallBody<'POST /account/keys'>

/** Whether an export is still being made. */
export function isBeingMade(dataExport: DataExport | null | undefined): boolean {
  return dataExport?.state === 'waiting' || dataExport?.state === 'running'
}

/** The player's data requests; refetched while an export is being made. */
export function useAccount() {
  return useQuery({
    queryKey: ACCOUNT,
    queryFn: ({ signal }) => callApi('GET /account', null, { signal }),
    refetchInterval: ({ state }) => (isBeingMade(state.data?.export) ? PROGRESS_EVERY_MS : false),
  })
}

export function useStartExport() {
  return useApiMutation({ mutationFn: () => callApi('POST /account/export', {}), invalidates: [ACCOUNT] })
}

/**
 * Requests the deletion, which signs the player out everywhere.
 * @param describe the toast, which outlasts the page
 */
export function useDeleteAccount(describe: (deletion: AccountDeletion) => string) {
  const navigate = useNavigate()
  return useApiMutation({
    mutationFn: () => callApi('POST /account/delete', { confirmation: DELETION_CONFIRMATION }),
    errors: 'inline',
    onSuccess({ deletion }) {
      showToast(describe(deletion))
      tokens.set(null)
      void navigate({ to: '/' })
    },
  })
}

export function usePlayerKeys() {
  return useQuery({ queryKey: KEYS, queryFn: ({ signal }) => callApi('GET /account/keys', null, { signal }) })
}

export function useCreateKey() {
  return useApiMutation({
    mutationFn: (body: NewPlayerKey) => callApi('POST /account/keys', body),
    invalidates: [KEYS],
  })
}

export function useRevokeKey() {
  return useApiMutation({
    mutationFn: (id: string) => callApi('POST /account/keys/revoke', { id }),
    invalidates: [KEYS],
    errors: 'inline',
  })
}
