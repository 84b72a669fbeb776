import type { CallResponse, PortfolioFigures } from '@clutch/contract'
import { DAY_SEC, SECOND_MS, slotStartSec, timeSlot } from '@clutch/contract/formats'

export type Portfolio = CallResponse<'POST /portfolio/get'>

/** Days that a period looks back. */
export const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]
export const DEFAULT_PERIOD: Period = 30

/** What a chart can show of each day. */
export const FIGURES = [
  'net_worth',
  'realised_profit',
  'unrealised_profit',
  'cost_basis',
  'other_proceeds',
] as const satisfies readonly (keyof PortfolioFigures)[]
export type Figure = (typeof FIGURES)[number]

/** The figures of a day, and what changed since the point before it; null for the first that was ever kept. */
export interface Point {
  readonly startSec: number
  readonly isToday: boolean
  readonly figures: PortfolioFigures
  readonly since: PortfolioFigures | null
}

/** The days of a period, oldest first, today as it is now at their end. */
export function pointsOf({ days, now }: Portfolio, period: Period, nowMs: number): readonly Point[] {
  const today = timeSlot(Math.floor(nowMs / SECOND_MS), 'day')
  const todaySec = slotStartSec(today, 'day') ?? 0
  const kept = days.flatMap(({ time_slot, ...figures }) => {
    const startSec = slotStartSec(time_slot, 'day')
    return startSec === undefined || startSec >= todaySec ? [] : [{ startSec, isToday: false, figures }]
  })
  return [...kept, { startSec: todaySec, isToday: true, figures: now }]
    .map((point, index) => ({ ...point, since: kept[index - 1]?.figures ?? null }))
    .filter(({ startSec }) => startSec > todaySec - period * DAY_SEC)
}

/** What the period changed: since the last day before it, or since the first day that was kept; null with none. */
export function changeOf(points: readonly Point[], figure: Figure): number | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const start = first.since ?? (first.isToday ? null : first.figures)
  return start === null ? null : last.figures[figure] - start[figure]
}

/** The period in the URL; the default for an unknown one. */
export function readPeriod(search: Readonly<Record<string, unknown>>): Period {
  return PERIODS.find((period) => String(period) === search['period']) ?? DEFAULT_PERIOD
}
