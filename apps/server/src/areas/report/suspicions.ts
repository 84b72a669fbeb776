import { findClosedGroups, type Sale } from './closed-groups.ts'

/** Sales of an item from one player to another in a window of time. */
export interface PairTrade extends Sale {
  readonly trades: number
  readonly count: number
  readonly coins: number
}

/** Goods that circulated in a group until each member had about the same amount as before. */
export interface RoundTrade {
  readonly members: readonly string[]
  readonly trades: number
  readonly coins: number
}

/** Trades far from the fair price between two players who hardly trade with others. */
export interface GiftTrade extends Sale {
  readonly itemId: number
  readonly count: number
  readonly coins: number
  readonly fairPrice: number
  /** Share of trade between the two, of the one who trades more with others, from 0 to 1. */
  readonly share: number
}

/** Goods count as circulated when each member's gain or loss is below this part of a mean trade. */
const NET_MAX = 0.01
/** A price below a third or above three times the fair price counts as a gift. */
const GIFT_RATIO = 3
const SHARE_MIN = 0.5

/**
 * Wash trades of one item: closed groups in which goods circulated. If a group as a whole does not qualify, qualifying pairs
 * are reported.
 * @param trades the trades of one item in one window of time
 */
export function findRoundTrades(trades: readonly PairTrade[]): RoundTrade[] {
  return findClosedGroups(trades).flatMap((members) => {
    const whole = roundTradeOf(members, trades)
    if (whole !== undefined || members.length === 2) return whole ?? []
    return pairsOf(members).flatMap((pair) => roundTradeOf(pair, trades) ?? [])
  })
}

function roundTradeOf(members: readonly string[], all: readonly PairTrade[]): RoundTrade | undefined {
  const within = all.filter(({ sellerId, buyerId }) => members.includes(sellerId) && members.includes(buyerId))
  const trades = within.reduce((sum, trade) => sum + trade.trades, 0)
  const count = within.reduce((sum, trade) => sum + trade.count, 0)
  if (count === 0) return undefined
  const net = new Map(members.map((member) => [member, 0]))
  for (const trade of within) {
    net.set(trade.buyerId, (net.get(trade.buyerId) ?? 0) + trade.count)
    net.set(trade.sellerId, (net.get(trade.sellerId) ?? 0) - trade.count)
  }
  const largestNet = Math.max(...Array.from(net.values(), Math.abs))
  if (largestNet >= (NET_MAX * count) / trades) return undefined
  return { members, trades, coins: within.reduce((sum, trade) => sum + trade.coins, 0) }
}

function pairsOf(members: readonly string[]): [string, string][] {
  return members.flatMap((one, index) => members.slice(index + 1).map((other): [string, string] => [one, other]))
}

/**
 * Trades far from the fair price between two players who do more than half of their trade with each other. Volumes are valued
 * at fair prices, so that an item sold for one coin has its full weight.
 */
export function findGiftTrades(
  trades: readonly (PairTrade & { readonly itemId: number })[],
  fairPrices: ReadonlyMap<number, number>,
): GiftTrade[] {
  const valueOf = ({ itemId, count, coins }: (typeof trades)[number]): number => {
    const fair = fairPrices.get(itemId)
    return fair === undefined ? coins : fair * count
  }
  const all = new Map<string, number>()
  const between = new Map<string, number>()
  for (const trade of trades) {
    const value = valueOf(trade)
    add(all, trade.sellerId, value)
    add(all, trade.buyerId, value)
    add(between, pairKey(trade), value)
  }
  return trades.flatMap(({ itemId, sellerId, buyerId, count, coins }) => {
    const fairPrice = fairPrices.get(itemId)
    if (fairPrice === undefined || count === 0) return []
    const price = coins / count
    if (price <= fairPrice * GIFT_RATIO && price >= fairPrice / GIFT_RATIO) return []
    const together = between.get(pairKey({ sellerId, buyerId })) ?? 0
    const share = together / Math.max(all.get(sellerId) ?? 0, all.get(buyerId) ?? 0)
    return share > SHARE_MIN ? [{ itemId, sellerId, buyerId, count, coins, fairPrice, share }] : []
  })
}

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value)
}

function pairKey({ sellerId, buyerId }: Sale): string {
  return sellerId < buyerId ? `${sellerId}/${buyerId}` : `${buyerId}/${sellerId}`
}
