import type { ItemAmount, ItemId, Rng, Trade, TradeOffer, UserId } from '@clutch/economy'
import type { FairOf } from './recipe-book.ts'

/** What a trader knows when somebody offers something. */
export interface TradeBench {
  readonly coins: number
  /** What is free and may be given away. */
  readonly stock: readonly ItemAmount[]
  /** Coins for one at a fair price; undefined where nobody knows. */
  readonly valueOf: (itemId: ItemId) => number | undefined
  readonly fairOf: FairOf
}

/** What a trader does: confirm this offer, end the trade, or nothing. */
export type TradeAnswer =
  | { readonly kind: 'confirm'; readonly offer: TradeOffer }
  | { readonly kind: 'decline' }
  | { readonly kind: 'wait' }

/** A trader gives this share of what he gets, and is content with this share of what he gives. */
const GIVEN_SHARE = 0.95
const CONTENT_SHARE = 0.9
/** Kinds of items that a trader puts together for an offer. */
const KINDS_MAX = 3
/** Looks into the stock for something of the right worth. */
const LOOKS_MAX = 40

/** Responses an offer by its fair value: content with one that is about fair, else with one of his own. */
export function answerTrade({ sides }: Trade, userId: UserId, bench: TradeBench, rng: Rng): TradeAnswer {
  const own = sides.find((side) => side.userId === userId)
  const theirs = sides.find((side) => side.userId !== userId)
  if (own === undefined || theirs === undefined || theirs.confirmation === 'none') return { kind: 'wait' }
  const worth = worthOf(theirs.offer, bench)
  const given = worthOf(own.offer, bench)
  if (worth <= 0) return { kind: 'wait' }
  const isCovered = covers(own.offer, bench)
  if (given > 0 && isCovered && worth >= given * CONTENT_SHARE) return { kind: 'confirm', offer: own.offer }
  const offer = makeOffer(theirs.offer, Math.floor(worth * GIVEN_SHARE), bench, rng)
  return offer === undefined ? { kind: 'decline' } : { kind: 'confirm', offer }
}

/** What an offer is worth to a trader; what he knows nothing of is worth nothing to him. */
function worthOf({ coins, items }: TradeOffer, { valueOf, fairOf }: TradeBench): number {
  return items.reduce((sum, { itemId, count }) => sum + count * (valueOf(itemId) ?? fairOf(itemId)), coins)
}

function covers({ coins, items }: TradeOffer, bench: TradeBench): boolean {
  const has = new Map(bench.stock.map(({ itemId, count }) => [itemId, count]))
  return coins <= bench.coins && items.every(({ itemId, count }) => count <= (has.get(itemId) ?? 0))
}

/** Coins for goods, and goods for coins; undefined when there is neither. */
function makeOffer(theirs: TradeOffer, budget: number, bench: TradeBench, rng: Rng): TradeOffer | undefined {
  if (budget < 1) return undefined
  const isPaid = theirs.coins * 2 > budget
  const items = isPaid ? chooseGoods(theirs, budget, bench, rng) : []
  const left = budget - Math.floor(worthOf({ coins: 0, items }, bench))
  // Coins for coins would be no trade.
  const coins = isPaid ? 0 : Math.min(bench.coins, left)
  if (isPaid && items.length === 0) return undefined
  return coins === 0 && items.length === 0 ? undefined : { coins, items }
}

/** Some of what the trader has, worth no more than the budget; nothing of what he is offered. */
function chooseGoods(theirs: TradeOffer, budget: number, { stock, valueOf }: TradeBench, rng: Rng): ItemAmount[] {
  const offered = new Set(theirs.items.map(({ itemId }) => itemId))
  const chosen = new Map<ItemId, number>()
  let left = budget
  for (let look = 0; look < LOOKS_MAX && chosen.size < KINDS_MAX && stock.length > 0; look += 1) {
    const good = stock[rng.below(stock.length)]
    const price = good === undefined ? undefined : valueOf(good.itemId)
    if (good === undefined || price === undefined || price < 1 || offered.has(good.itemId)) continue
    const count = Math.min(good.count, Math.floor(left / price))
    if (count < 1 || chosen.has(good.itemId)) continue
    chosen.set(good.itemId, count)
    left -= count * price
  }
  return Array.from(chosen, ([itemId, count]) => ({ itemId, count })).toSorted((a, b) => a.itemId - b.itemId)
}
