import type { PriceAlert } from '@clutch/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useCommand } from '../api/use-command.ts'
import { useSignedIn } from '../auth/session.ts'

export const alertsQuery = queryOptions({
  queryKey: ['price-alerts'],
  queryFn: async ({ signal }) => (await callApi('POST /alerts/get', {}, { signal })).alerts,
})

/** The player's active price alerts, newest first. */
export function useAlerts() {
  return useQuery({ ...alertsQuery, enabled: useSignedIn() })
}

/** The player's active price alerts for an item, newest first. */
export function useItemAlerts(itemId: number) {
  const query = useAlerts()
  return { ...query, data: query.data?.filter(({ item_id }) => item_id === itemId) }
}

export function useCreateAlert() {
  const keys = [alertsQuery.queryKey]
  return useCommand('POST /alerts/create', { invalidates: keys, invalidatesInOtherTabs: keys, errors: 'inline' })
}

export function useDeleteAlert() {
  const client = useQueryClient()
  return useCommand('POST /alerts/delete', {
    invalidatesInOtherTabs: [alertsQuery.queryKey],
    onSuccess: ({ alert_id }) => client.setQueryData(alertsQuery.queryKey, (alerts) => withoutAlert(alerts, alert_id)),
  })
}

/** The list without a deleted alert. */
export function withoutAlert(alerts: readonly PriceAlert[] | undefined, alertId: string): PriceAlert[] {
  return (alerts ?? []).filter(({ alert_id }) => alert_id !== alertId)
}
