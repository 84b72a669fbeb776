import { useQueryClient } from '@tanstack/react-query'
import { TRADING_HISTORY_KEY } from '#shared/account/own-lots.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { useThrottled } from '#shared/timing/throttle.ts'

/** Holdings change in bursts; what was traded is read again this often at most. */
const REFETCH_INTERVAL_MS = 2_000

/** Refetches own trades when holdings change: an instant trade, also on another device, has no lot event. */
export function useTradesFollow(): void {
  const client = useQueryClient()
  const refetch = useThrottled(
    () => void client.invalidateQueries({ queryKey: TRADING_HISTORY_KEY }),
    REFETCH_INTERVAL_MS,
  )
  useLiveEvent('inventoryItemUpdated', refetch)
}
