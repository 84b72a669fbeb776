import type { CallBody } from '@clutch/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { sendUnderKey } from '../operator-command.ts'

const KEY = ['server-keys']

export type NewKey = Omit<CallBody<'POST /admin/create-server-key'>, 'idempotency_key'>

/** What a key may do, in the order of the form. Scopes of calls that do not exist yet are not offered. */
export const OFFERED_SCOPES = [
  'players:read',
  'players:create',
  'players:ban',
  'inventory:read',
  'inventory:grant',
  'inventory:consume',
  'coins:grant',
  'coins:consume',
  'sign-in:create',
  'events:read',
  'webhooks:write',
] as const
export type OfferedScope = (typeof OFFERED_SCOPES)[number]

export function useServerKeys() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi('POST /admin/server-keys', {}, { signal })).keys,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

export function useCreateKey() {
  return useApiMutation({
    mutationFn: (body: NewKey) => sendUnderKey('POST /admin/create-server-key', body),
    invalidates: [KEY],
  })
}

export function useRevokeKey() {
  return useApiMutation({
    mutationFn: (body: { id: string; reason: string }) => sendUnderKey('POST /admin/revoke-server-key', body),
    invalidates: [KEY],
    errors: 'inline',
  })
}
