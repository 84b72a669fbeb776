import { toSafeNumber } from '@clutch/contract/live/values'
import type { ChartInterval } from '@clutch/contract/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useThrottled } from '#shared/timing/throttle.ts'
import { chartRange } from '#shared/chart/chart-range.ts'
import { serverNowSec } from '#shared/timing/server-clock.ts'

/** Buckets are long; a chart needs to follow trades less often than a book does. */
const REFETCH_INTERVAL_MS = 5_000

/** Traded prices of an item; leaving the item or the interval aborts the read. */
export function useChart(itemId: number, interval: ChartInterval) {
  const client = useQueryClient()
  const refetch = useThrottled(() => {
    void client.invalidateQueries({ queryKey: ['chart', itemId] })
  }, REFETCH_INTERVAL_MS)
  useLiveEvent('bookChanged', ({ payload }) => {
    if (payload.case !== 'bookChanged' || toSafeNumber(payload.value.tradedCount) === 0) return
    if (toSafeNumber(payload.value.itemId) === itemId) refetch()
  })
  return useQuery({
    queryKey: ['chart', itemId, interval],
    queryFn: ({ signal }) =>
      callApi(
        'POST /marketplace/get-chart',
        { item_type_id: itemId, interval, ...chartRange(interval, serverNowSec()) },
        { signal },
      ),
  })
}
