import type { EconomyDayDetails } from '@clutch/contract'
import { operationKindOf } from '@clutch/economy'
import { DAY_SEC } from '@clutch/contract/formats'
import { findOutliers, OUTLIER_DAYS, type Outlier, type Series } from './outliers.ts'
import { chainIndex, INDEX_BASE, type DayTrade } from './price-index.ts'
import { findGiftTrades, findRoundTrades, type PairTrade } from './suspicions.ts'

/** The stored figures of a day. */
export type StoredDay = Omit<EconomyDayDetails, 'time_slot' | 'is_open'>

export interface KindFlow {
  readonly kind: number
  readonly minted: number
  readonly burned: number
  readonly operations: number
}

export interface ItemFlow {
  readonly minted: number
  readonly burned: number
}

/** The sums of one day. */
export interface DaySums {
  /** Coin flows by operation kind. */
  readonly flows: readonly KindFlow[]
  readonly itemFlows: ReadonlyMap<number, ItemFlow>
  readonly trades: ReadonlyMap<number, DayTrade>
  /** Coins in the world after the day; undefined if none were minted or burned. */
  readonly supply: number | undefined
  readonly itemResiduals: readonly { readonly itemId: number; readonly residual: number }[]
}

/** Trades of an item between two players in an hour. */
export interface PairHour extends PairTrade {
  readonly itemId: number
  readonly hourSec: number
}

export interface DayInputs {
  readonly daySec: number
  readonly isClosed: boolean
  readonly sumsOf: (daySec: number) => DaySums
  /** Coins in the world before the day. */
  readonly openingSupply: number
  readonly indexBefore: number | null
  /** Pairs of the week ending with the day. */
  readonly pairs: readonly PairHour[]
  readonly fairPrices: ReadonlyMap<number, number>
}

/** Maximum age of a trading day for comparisons in the price index. */
export const PRICE_MEMORY_DAYS = 28
export const WEEK_SEC = 7 * DAY_SEC
const TOP_ITEMS = 20
const FINDINGS_MAX = 50
const AMOUNT_MAX = Number.MAX_SAFE_INTEGER

/** The figures of a day, from sums alone (rules §16). Outliers and wash trades are computed for completed days only. */
export function reckonDay(inputs: DayInputs): Omit<StoredDay, 'wealth'> {
  const { daySec, sumsOf, openingSupply } = inputs
  const sums = sumsOf(daySec)
  const supply = sums.supply ?? openingSupply
  const minted = total(sums.flows, ({ minted }) => minted)
  const burned = total(sums.flows, ({ burned }) => burned)
  const trades = [...sums.trades.values()]
  const volume = total(trades, ({ coins }) => coins)
  const meanSupply = (openingSupply + supply) / 2
  const today = inputs.pairs.filter(({ hourSec }) => hourSec >= daySec)
  return {
    opening: openingSupply,
    supply,
    minted,
    burned,
    residual: supply - openingSupply - (minted - burned),
    volume,
    item_count: total(trades, ({ count }) => count),
    trades: total(today, (pair) => pair.trades),
    velocity: meanSupply === 0 ? null : volume / meanSupply,
    price_index: indexOf(inputs, sums.trades),
    flows: sums.flows
      .filter(({ minted, burned, operations }) => minted + burned + operations > 0)
      .map(({ kind, minted, burned, operations }) => ({ kind: operationKindOf(kind), minted, burned, operations })),
    item_residuals: sums.itemResiduals
      .slice(0, FINDINGS_MAX)
      .map(({ itemId, residual }) => ({ item_id: itemId, residual })),
    top_items: [...sums.trades]
      .toSorted(([, a], [, b]) => b.coins - a.coins)
      .slice(0, TOP_ITEMS)
      .map(([item_id, { coins, count }]) => ({ item_id, coins, count })),
    wash_trades: washTradesOf(inputs.pairs, daySec),
    gift_trades: giftTradesOf(inputs),
    outliers: inputs.isClosed ? outliersOf(inputs) : [],
  }
}

function indexOf({ daySec, sumsOf, indexBefore }: DayInputs, today: ReadonlyMap<number, DayTrade>): number | null {
  if (indexBefore === null) return today.size === 0 ? null : INDEX_BASE
  const before = new Map<number, DayTrade>()
  for (let ago = PRICE_MEMORY_DAYS; ago > 0; ago -= 1) {
    for (const [itemId, trade] of sumsOf(daySec - ago * DAY_SEC).trades) before.set(itemId, trade)
  }
  return chainIndex(indexBefore, before, today)
}

function washTradesOf(pairs: readonly PairHour[], daySec: number): StoredDay['wash_trades'] {
  const found = [...Map.groupBy(pairs, ({ itemId }) => itemId)].flatMap(([item_id, ofItem]) => {
    const ofDay = ofItem.filter(({ hourSec }) => hourSec >= daySec)
    const hours = [...Map.groupBy(ofDay, ({ hourSec }) => hourSec).values()]
    const windows = [
      ...hours.map((trades) => ({ window: 'hour' as const, trades })),
      { window: 'day' as const, trades: ofDay },
      { window: 'week' as const, trades: ofItem },
    ]
    const known = new Set<string>()
    return windows.flatMap(({ window, trades }) =>
      findRoundTrades(trades).flatMap((group) => {
        // Goods that circulated within an hour also did so within the day.
        const key = `${group.members.join()}/${group.trades}`
        if (known.has(key)) return []
        known.add(key)
        return { item_id, window, ...group, members: [...group.members] }
      }),
    )
  })
  return found.toSorted((a, b) => b.coins - a.coins).slice(0, FINDINGS_MAX)
}

function giftTradesOf({ pairs, fairPrices }: DayInputs): StoredDay['gift_trades'] {
  const sums = Map.groupBy(pairs, ({ itemId, sellerId, buyerId }) => `${itemId}/${sellerId}/${buyerId}`)
  const ofWeek = [...sums.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : {
          ...first,
          trades: total([first, ...more], ({ trades }) => trades),
          count: total([first, ...more], ({ count }) => count),
          coins: total([first, ...more], ({ coins }) => coins),
        },
  )
  return findGiftTrades(ofWeek, fairPrices)
    .toSorted((a, b) => Math.abs(b.coins - b.fairPrice * b.count) - Math.abs(a.coins - a.fairPrice * a.count))
    .slice(0, FINDINGS_MAX)
    .map(({ itemId, sellerId, buyerId, count, coins, fairPrice, share }) => ({
      item_id: itemId,
      seller_id: sellerId,
      buyer_id: buyerId,
      count,
      coins,
      fair_price: fairPrice,
      share,
    }))
}

function outliersOf({ daySec, sumsOf }: DayInputs): Outlier[] {
  const days = Array.from({ length: OUTLIER_DAYS }, (_, index) => sumsOf(daySec - (index + 1) * DAY_SEC))
  const today = sumsOf(daySec)
  const kinds = new Set([today, ...days].flatMap(({ flows }) => flows.map(({ kind }) => kind)))
  const items = new Set([today, ...days].flatMap(({ itemFlows, trades }) => [...itemFlows.keys(), ...trades.keys()]))
  const series = (figure: string, subject: string, read: (sums: DaySums) => number): Series => ({
    figure,
    subject,
    before: days.map(read),
    value: read(today),
  })
  return findOutliers([
    series('volume', '', ({ trades }) => total([...trades.values()], ({ coins }) => coins)),
    ...[...kinds].flatMap((kind) => [
      series('minted', operationKindOf(kind), (sums) => flowOf(sums, kind)?.minted ?? 0),
      series('burned', operationKindOf(kind), (sums) => flowOf(sums, kind)?.burned ?? 0),
      series('operations', operationKindOf(kind), (sums) => flowOf(sums, kind)?.operations ?? 0),
    ]),
    ...[...items].flatMap((itemId) => [
      series('item_minted', String(itemId), ({ itemFlows }) => itemFlows.get(itemId)?.minted ?? 0),
      series('item_burned', String(itemId), ({ itemFlows }) => itemFlows.get(itemId)?.burned ?? 0),
      series('item_traded', String(itemId), ({ trades }) => trades.get(itemId)?.count ?? 0),
    ]),
  ]).slice(0, FINDINGS_MAX)
}

function flowOf({ flows }: DaySums, code: number): KindFlow | undefined {
  return flows.find(({ kind }) => kind === code)
}

function total<Each>(all: readonly Each[], read: (each: Each) => number): number {
  return Math.min(
    AMOUNT_MAX,
    all.reduce((sum, each) => sum + read(each), 0),
  )
}

/** Window of pairs for a day. */
export function firstPairHourSec(daySec: number): number {
  return daySec + DAY_SEC - WEEK_SEC
}
