import type { EconomyDay, ParsedBody } from '@clutch/contract'
import { DAY_MS } from '@clutch/contract/formats'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { serverNowMs } from '#shared/timing/server-clock.ts'

export const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]
export type ReportTable = ParsedBody<'POST /admin/economy-report/export'>['table']

const ISO_DATE_LENGTH = 10
/** Every read is a row in the audit log, so nothing is refetched automatically. */
const READ_ONCE = { staleTime: Infinity, gcTime: 0, retry: false } as const

/** The period's first and last day in UTC, ending today. */
export function periodOf(days: Period): { readonly from: string; readonly until: string } {
  const nowMs = serverNowMs()
  return { from: isoDay(nowMs - (days - 1) * DAY_MS), until: isoDay(nowMs) }
}

export function useEconomyReport(days: Period) {
  return useQuery({
    queryKey: ['economy-report', days],
    queryFn: ({ signal }) => callApi('POST /admin/economy-report', periodOf(days), { signal }),
    placeholderData: keepPreviousData,
    ...READ_ONCE,
  })
}

export function useEconomyDay(timeSlot: string) {
  return useQuery({
    queryKey: ['economy-day', timeSlot],
    queryFn: ({ signal }) => callApi('POST /admin/economy-day', { time_slot: timeSlot }, { signal }),
    ...READ_ONCE,
  })
}

/** How often a coin changed hands in the period: traded coins divided by the mean supply. */
export function velocityOf(days: readonly EconomyDay[]): number | null {
  const supply = days.reduce((sum, day) => sum + day.opening + day.supply, 0) / 2
  return supply === 0 ? null : days.reduce((sum, { volume }) => sum + volume, 0) / (supply / days.length)
}

function isoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, ISO_DATE_LENGTH)
}
