import type { AdminUser, CallBody, ParsedBody } from '@clutch/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { sendUnderKey } from './operator-command.ts'

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
export function useItemChange() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ name, body }: SentChange) => sendUnderKey(name, body),
    onSuccess: ({ user }) => client.setQueryData<AdminUser>(keyOf(user.steam_id), user),
  })
  return {
    isPending: mutation.isPending,
    change: (name: ItemCall, change: ItemChange): Promise<unknown> => mutation.mutateAsync({ name, body: change }),
  }
}

export function useRoleChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallBody<'POST /admin/set-role'>) => sendUnderKey('POST /admin/set-role', body),
    onSuccess: ({ user }) => client.setQueryData<AdminUser>(keyOf(user.steam_id), user),
  })
}
