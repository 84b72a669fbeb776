import type { ChartInterval } from '@clutch/contract/constants'
import { SECOND_MS } from '@clutch/contract/formats'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { chartRange } from '#shared/chart/chart-range.ts'

/** How many of an item the player had over time; leaving the item or the interval aborts the read. */
export function useCountChart(itemId: number, interval: ChartInterval) {
  return useQuery({
    queryKey: ['count-chart', itemId, interval],
    queryFn: ({ signal }) =>
      callApi(
        'POST /inventory/chart',
        { item_id: itemId, interval, ...chartRange(interval, Math.floor(Date.now() / SECOND_MS)) },
        { signal },
      ),
  })
}
