import type { AdminUser, CallBody, ParsedBody } from '@clutch/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { newActionKey } from '#shared/api/action-key.ts'
import { callApi } from '#shared/api/api.ts'
import { isOutcomeUnknown } from '#shared/api/api-error.ts'

/** Times a call goes out again, under its own key, while no answer comes. */
const RETRIES_MAX = 2

type ItemCall = 'POST /admin/add' | 'POST /admin/consume'
type ItemChange = Omit<ParsedBody<'POST /admin/consume'>, 'idempotency_key'>

const keyOf = (steamId: string) => ['admin-user', steamId] as const

/** The player that is looked at; asked anew for each press of the button, for each is a row in the audit log. */
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
  readonly body: CallBody<ItemCall>
}

/** Gives or takes items; every press has a key of its own (document 2 §5), which a repeat after a lost answer keeps. */
export function useItemChange() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ name, body }: SentChange) => callApi(name, body),
    retry: (failures, error) => failures < RETRIES_MAX && isOutcomeUnknown(error),
    onSuccess: ({ user }) => client.setQueryData<AdminUser>(keyOf(user.steam_id), user),
  })
  return {
    isPending: mutation.isPending,
    change: (name: ItemCall, change: ItemChange): Promise<unknown> =>
      mutation.mutateAsync({ name, body: { ...change, idempotency_key: newActionKey() } }),
  }
}

export function useRoleChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallBody<'POST /admin/set-role'>) => callApi('POST /admin/set-role', body),
    onSuccess: ({ user }) => client.setQueryData<AdminUser>(keyOf(user.steam_id), user),
  })
}
