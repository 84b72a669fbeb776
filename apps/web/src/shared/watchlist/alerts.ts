import type { PriceAlert } from '@clutch/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useSignedIn } from '../auth/session.ts'

export const alertsQuery = queryOptions({
  queryKey: ['price-alerts'],
  queryFn: async ({ signal }) => (await callApi('POST /alerts/get', {}, { signal })).alerts,
})

/** The player's price alerts that have not triggered yet, newest first. */
export function useAlerts() {
  return useQuery({ ...alertsQuery, enabled: useSignedIn() })
}

/** The player's price alerts for an item that have not triggered yet, newest first. */
export function useItemAlerts(itemId: number) {
  const query = useAlerts()
  return { ...query, data: query.data?.filter(({ item_id }) => item_id === itemId) }
}

/** The list without an alert that was just taken back. */
export function withoutAlert(alerts: readonly PriceAlert[] | undefined, alertId: string): PriceAlert[] {
  return (alerts ?? []).filter(({ alert_id }) => alert_id !== alertId)
}
