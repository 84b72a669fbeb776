import { WEBHOOK_DELIVERIES_PAGE_SIZE } from '@clutch/contract/constants'
import type { CallBody } from '@clutch/contract'
import type { ServerEventType } from '@clutch/contract/server'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { ECONOMY_STATUS_KEY } from '../economy/economy-status.ts'
import { sendUnderKey } from '../operator-command.ts'

const KEY = ['webhooks']
const DELIVERIES_KEY = ['webhook-deliveries']

export type WebhookInput = Omit<CallBody<'POST /admin/set-webhook'>, 'idempotency_key'>

const EVERY_TYPE: Readonly<Record<ServerEventType, true>> = {
  'operation.posted': true,
  'trade.executed': true,
  'player.registered': true,
  'player.banned': true,
  'player.unbanned': true,
  'player.deleted': true,
  'coin_exchange.settled': true,
  'coin_exchange.parked': true,
  'economy.halted': true,
  'economy.resumed': true,
  'content.switched': true,
}
export const EVENT_TYPES = Object.keys(EVERY_TYPE) as readonly ServerEventType[]

/** All endpoints. */
export function useWebhooks() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi('POST /admin/webhooks', {}, { signal })).webhooks,
    gcTime: 0,
  })
}

/** Attempts of an endpoint, newest first. */
export function useDeliveries(id: string, isFailuresOnly: boolean) {
  const query = useInfiniteQuery({
    queryKey: [...DELIVERIES_KEY, id, isFailuresOnly],
    queryFn: async ({ pageParam, signal }) => {
      const body = { id, failures_only: isFailuresOnly, last_uuid: pageParam }
      return (await callApi('POST /admin/webhook-deliveries', body, { signal })).deliveries
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < WEBHOOK_DELIVERIES_PAGE_SIZE ? undefined : page.at(-1)?.id),
    gcTime: 0,
  })
  return { ...query, rows: query.data?.pages.flat() }
}

const CHANGED = [KEY, ECONOMY_STATUS_KEY]

export function useSetWebhook() {
  return useApiMutation({
    mutationFn: (body: WebhookInput) => sendUnderKey('POST /admin/set-webhook', body),
    invalidates: CHANGED,
    errors: 'inline',
  })
}

export function useRotateSecret() {
  return useApiMutation({
    mutationFn: (body: { id: string; reason: string }) => sendUnderKey('POST /admin/rotate-webhook-secret', body),
    invalidates: [KEY],
    errors: 'inline',
  })
}

export function useDeleteWebhook() {
  return useApiMutation({
    mutationFn: (body: { id: string; reason: string }) => sendUnderKey('POST /admin/delete-webhook', body),
    invalidates: CHANGED,
    errors: 'inline',
  })
}

/** Sends a delivery again, or a test event. */
export function useSendWebhook() {
  return useApiMutation({
    mutationFn: (body: { id: string; delivery_id: string | null }) => sendUnderKey('POST /admin/send-webhook', body),
    invalidates: [KEY, DELIVERIES_KEY],
  })
}
