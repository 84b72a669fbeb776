import type { ChartInterval } from '@clutch/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { chartRange } from '#shared/chart/chart-range.ts'
import { serverNowSec } from '#shared/timing/server-clock.ts'

/** How many of an item the player had over time; leaving the item or the interval aborts the read. */
export function useCountChart(itemId: number, interval: ChartInterval) {
  return useQuery({
    queryKey: ['count-chart', itemId, interval],
    queryFn: ({ signal }) =>
      callApi(
        'POST /inventory/chart',
        { item_id: itemId, interval, ...chartRange(interval, serverNowSec()) },
        { signal },
      ),
  })
}
