import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { weekChange, type ItemStat } from './market-stat.ts'

/** A day and a week change slowly. */
const REFETCH_INTERVAL_MS = 60_000

/** What every item that was traded did lately; undefined until it is known. @param isWanted false asks for nothing */
export function useMarketStats(isWanted: boolean): ReadonlyMap<number, ItemStat> | undefined {
  return useQuery({
    queryKey: ['market-stats'],
    enabled: isWanted,
    staleTime: REFETCH_INTERVAL_MS,
    refetchInterval: REFETCH_INTERVAL_MS,
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const { stats } = await callApi('POST /marketplace/get-market-stats', {}, { signal })
      return new Map(stats.map((stat) => [stat.item_type_id, { ...stat, change_week: weekChange(stat.week) }]))
    },
  }).data
}
