import type { ItemAmount, ItemId, Rng, Trade, TradeOffer, UserId } from '@clutch/economy'
import type { FairOf } from './recipe-book.ts'

/** A trader's means when answering an offer. */
export interface TradeBench {
  readonly coins: number
  /** Free items that can be given away. */
  readonly stock: readonly ItemAmount[]
  /** Fair price of one in coins; undefined if unknown. */
  readonly valueOf: (itemId: ItemId) => number | undefined
  readonly fairOf: FairOf
}

/** A trader's answer: confirm an offer, end the trade, or do nothing. */
export type TradeAnswer =
  | { readonly kind: 'confirm'; readonly offer: TradeOffer }
  | { readonly kind: 'decline' }
  | { readonly kind: 'wait' }

/** Share of the received value that a trader gives, and share of the given value that they accept. */
const GIVEN_SHARE = 0.95
const CONTENT_SHARE = 0.9
/** Maximum kinds of items in an offer. */
const KINDS_MAX = 3
/** Maximum attempts to find items of suitable value in the stock. */
const LOOKS_MAX = 40

/** Responses an offer by its fair value: confirms one that is about fair, otherwise makes a counter-offer. */
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

/** Value of an offer to a trader; items without a known value get the trader's estimate. */
function worthOf({ coins, items }: TradeOffer, { valueOf, fairOf }: TradeBench): number {
  return items.reduce((sum, { itemId, count }) => sum + count * (valueOf(itemId) ?? fairOf(itemId)), coins)
}

function covers({ coins, items }: TradeOffer, bench: TradeBench): boolean {
  const has = new Map(bench.stock.map(({ itemId, count }) => [itemId, count]))
  return coins <= bench.coins && items.every(({ itemId, count }) => count <= (has.get(itemId) ?? 0))
}

/** Offers coins for goods or goods for coins; undefined when the trader has neither. */
function makeOffer(theirs: TradeOffer, budget: number, bench: TradeBench, rng: Rng): TradeOffer | undefined {
  if (budget < 1) return undefined
  const isPaid = theirs.coins * 2 > budget
  const items = isPaid ? chooseGoods(theirs, budget, bench, rng) : []
  const left = budget - Math.floor(worthOf({ coins: 0, items }, bench))
  // Exchanging coins for coins is pointless.
  const coins = isPaid ? 0 : Math.min(bench.coins, left)
  if (isPaid && items.length === 0) return undefined
  return coins === 0 && items.length === 0 ? undefined : { coins, items }
}

/** Chooses items from the stock worth no more than the budget, excluding the offered items. */
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
