import type { ChartBucket } from '@clutch/contract'
import type { ChartInterval } from '@clutch/contract/constants'
import { DAY_SEC, HOUR_SEC, slotStartSec } from '@clutch/contract/formats'

export interface ChartData {
  readonly sell_data: readonly ChartBucket[]
  readonly buy_data: readonly ChartBucket[]
}

/** Both sides on one axis of time; null where a side has no bucket. */
export interface ChartSeries {
  readonly slots: readonly string[]
  readonly startsSec: readonly number[]
  readonly sellPrices: readonly (number | null)[]
  readonly buyPrices: readonly (number | null)[]
  readonly sellQuantities: readonly (number | null)[]
  readonly buyQuantities: readonly (number | null)[]
  /** Between which prices either side traded; null where that is not known of both. */
  readonly lows: readonly (number | null)[]
  readonly highs: readonly (number | null)[]
  /** Coins paid and items traded, both sides together. */
  readonly totals: readonly { readonly price: number; readonly quantity: number }[]
}

export interface SideSummary {
  readonly average: number
  readonly volume: number
}

export const NO_CHART_DATA: ChartData = { sell_data: [], buy_data: [] }

export function hasChartData({ sell_data, buy_data }: ChartData): boolean {
  return sell_data.length > 0 || buy_data.length > 0
}

/** Merges both sides' slots by date; slots that name no moment are left out. */
export function mergeChart({ sell_data, buy_data }: ChartData, interval: ChartInterval): ChartSeries {
  const sell = new Map(sell_data.map((bucket) => [bucket.time_slot, bucket]))
  const buy = new Map(buy_data.map((bucket) => [bucket.time_slot, bucket]))
  const moments = [...new Set([...sell.keys(), ...buy.keys()])]
    .map((slot) => ({ slot, startSec: slotStartSec(slot, interval) }))
    .filter((moment): moment is { slot: string; startSec: number } => moment.startSec !== undefined)
    .toSorted((one, other) => one.startSec - other.startSec)
  const slots = moments.map(({ slot }) => slot)
  const traded = slots.map((slot) => [buy.get(slot), sell.get(slot)].filter((bucket) => bucket !== undefined))
  return {
    slots,
    startsSec: moments.map(({ startSec }) => startSec),
    sellPrices: slots.map((slot) => sell.get(slot)?.avg_price ?? null),
    buyPrices: slots.map((slot) => buy.get(slot)?.avg_price ?? null),
    sellQuantities: slots.map((slot) => sell.get(slot)?.total_quantity ?? null),
    buyQuantities: slots.map((slot) => buy.get(slot)?.total_quantity ?? null),
    lows: traded.map((buckets) => knownOfAll(buckets, ({ low_price }) => low_price, Math.min)),
    highs: traded.map((buckets) => knownOfAll(buckets, ({ high_price }) => high_price, Math.max)),
    totals: traded.map((buckets) => ({
      price: buckets.reduce((sum, { total_price }) => sum + total_price, 0),
      quantity: buckets.reduce((sum, { total_quantity }) => sum + total_quantity, 0),
    })),
  }
}

function knownOfAll(
  buckets: readonly ChartBucket[],
  read: (bucket: ChartBucket) => number | null,
  choose: (...values: number[]) => number,
): number | null {
  const known = buckets.flatMap((bucket) => read(bucket) ?? [])
  return known.length === buckets.length ? choose(...known) : null
}

/** Average price and volume of a side; 0 without trades (document 1 §3). */
export function summariseSide(buckets: readonly ChartBucket[]): SideSummary {
  const volume = buckets.reduce((sum, bucket) => sum + bucket.total_quantity, 0)
  const total = buckets.reduce((sum, bucket) => sum + bucket.total_price, 0)
  return { average: volume === 0 ? 0 : Math.round(total / volume), volume }
}

const SLOT_SEC: Readonly<Record<ChartInterval, number>> = {
  hour: HOUR_SEC,
  day: DAY_SEC,
  week: 7 * DAY_SEC,
  month: 30 * DAY_SEC,
}

/** Half a slot on either side, because the first and last bars extend beyond their slot's position. */
export function withRoomForBars(firstSec: number, lastSec: number, interval: ChartInterval): [number, number] {
  const roomSec = SLOT_SEC[interval] / 2
  return [firstSec - roomSec, lastSec + roomSec]
}
