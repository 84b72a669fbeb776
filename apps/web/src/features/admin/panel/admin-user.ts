import type { AdminUser, CallBody, ParsedBody } from '@clutch/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { sendUnderKey } from '../operator-command.ts'

type ItemCall = 'POST /admin/add' | 'POST /admin/consume'
type ItemChange = Omit<ParsedBody<'POST /admin/consume'>, 'idempotency_key'>

const keyOf = (steamId: string) => ['admin-user', steamId] as const

/** The selected player; reloaded on each press only, since every read is a row in the audit log. */
export function useAdminUser(steamId: string) {
  return useQuery({
    queryKey: keyOf(steamId),
    queryFn: async ({ signal }) => (await callApi('POST /admin/get_user', { steam_id: steamId }, { signal })).user,
    enabled: steamId !== '',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

interface SentChange {
  readonly name: ItemCall
  readonly body: ItemChange
}

/** Adds or removes items. */
export function useItemChange(describeError: (error: Error, change: SentChange) => string) {
  const client = useQueryClient()
  return useApiMutation({
    mutationFn: ({ name, body }: SentChange) => sendUnderKey(name, body),
    describeError,
    onSuccess: ({ user }) => client.setQueryData<AdminUser>(keyOf(user.steam_id), user),
  })
}

/** @param errors `inline` while the dialog that asks for a reason is open */
export function useRoleChange(errors: 'inline' | 'toast') {
  const client = useQueryClient()
  return useApiMutation({
    mutationFn: (body: CallBody<'POST /admin/set-role'>) => sendUnderKey('POST /admin/set-role', body),
    errors,
    onSuccess: ({ user }) => client.setQueryData<AdminUser>(keyOf(user.steam_id), user),
  })
}
