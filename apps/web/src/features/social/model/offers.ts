import type { Trade, TradeOffer } from '@clutch/contract'

/** A number of an item. */
export interface OfferedItem {
  readonly itemId: number
  readonly count: number
}

/** An offer, its items ascending by id. */
export interface Offer {
  readonly coins: number
  readonly items: readonly OfferedItem[]
}

export const EMPTY_OFFER: Offer = { coins: 0, items: [] }

export function toOffer({ coins, items }: TradeOffer): Offer {
  const entries = Object.entries(items).map(([id, count]) => ({ itemId: Number(id), count }))
  return { coins, items: entries.toSorted((a, b) => a.itemId - b.itemId) }
}

export function toTradeItem({ coins, items }: Offer): { coins: number; items: Record<string, number> } {
  return { coins: coins < 1 ? 0 : coins, items: Object.fromEntries(items.map(({ itemId, count }) => [itemId, count])) }
}

/** Whether something that was stored is an offer. */
export function isOffer(value: unknown): value is Offer {
  if (typeof value !== 'object' || value === null) return false
  const { coins, items } = value as Partial<Record<keyof Offer, unknown>>
  return typeof coins === 'number' && Array.isArray(items) && items.every(isOfferedItem)
}

function isOfferedItem(value: unknown): value is OfferedItem {
  if (typeof value !== 'object' || value === null) return false
  const { itemId, count } = value as Partial<Record<keyof OfferedItem, unknown>>
  return typeof itemId === 'number' && typeof count === 'number'
}

/** The offer with a new count of an item; 0 removes it. */
export function withItem({ coins, items }: Offer, itemId: number, count: number): Offer {
  const others = items.filter((item) => item.itemId !== itemId)
  const changed = count > 0 ? [...others, { itemId, count }] : others
  return { coins, items: changed.toSorted((a, b) => a.itemId - b.itemId) }
}

export function countIn({ items }: Offer, itemId: number): number {
  return items.find((item) => item.itemId === itemId)?.count ?? 0
}

export function isSameOffer(one: Offer, other: Offer): boolean {
  return one.coins === other.coins && changedItems(one, other).size === 0
}

export function isEmptyOffer({ coins, items }: Offer): boolean {
  return coins === 0 && items.length === 0
}

/** Items of which two offers have different counts, with the count of the first. */
export function changedItems(before: Offer, after: Offer): ReadonlyMap<number, number> {
  const ids = new Set([...before.items, ...after.items].map(({ itemId }) => itemId))
  return new Map(
    Array.from(ids, (itemId) => [itemId, countIn(before, itemId)] as const).filter(
      ([itemId, count]) => count !== countIn(after, itemId),
    ),
  )
}

/** Both offers of a trade, the player's own first. */
export function offersOf({ jdoc, me }: Trade): { readonly own: Offer; readonly theirs: Offer } {
  const [own, theirs] = me === 'user_1' ? [jdoc.user_1, jdoc.user_2] : [jdoc.user_2, jdoc.user_1]
  return { own: toOffer(own), theirs: toOffer(theirs) }
}
