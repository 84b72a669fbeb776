import type { Coins, ItemId, Lot, Side, World } from '@clutch/economy'
import type { AreaUpdateDraft } from '../../writer/area.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    readonly marketplace: MarketUpdates
  }
}

/** Market changes of a batch. */
export interface MarketUpdates {
  /** All changes of lots, sent to their owners. */
  readonly lots: readonly LotUpdate[]
  /** Changed best prices; 0 for an empty side. */
  readonly prices: readonly { readonly itemId: number; readonly side: Side; readonly price: number }[]
  readonly books: readonly BookUpdate[]
}

/** A changed order book. */
export interface BookUpdate {
  readonly itemId: number
  /** The last trade of the batch; 0 without one. */
  readonly tradedPrice: number
  readonly tradedCount: number
  /** Changed price levels with their new counts; 0 for removed ones. */
  readonly levels: readonly LevelUpdate[]
}

export interface LevelUpdate {
  readonly side: Side
  readonly price: number
  readonly count: number
}

/** A change of a lot. */
export interface LotUpdate {
  readonly userId: string
  readonly lotId: string
  readonly itemId: number
  readonly side: Side
  readonly price: number
  readonly count: number
  readonly openCount: number
  readonly status: 'open' | 'filled' | 'cancelled'
  /** Filled items and price; 0 without a fill. */
  readonly filledCount: number
  readonly filledPrice: number
}

interface ChangedBook {
  readonly best: Readonly<Record<Side, Coins | undefined>>
  readonly levels: Readonly<Record<Side, Set<Coins>>>
  trade: { readonly price: number; readonly count: number } | undefined
}

const SIDES: readonly Side[] = ['buy', 'sell']

/** Collects a batch's market changes: all changes of lots, and the final state of each book. */
export function draftMarketUpdates(world: World): AreaUpdateDraft {
  const lots: LotUpdate[] = []
  const changed = new Map<ItemId, ChangedBook>()

  function note({ lot }: { readonly lot: Lot }): void {
    let book = changed.get(lot.itemId)
    if (book === undefined) {
      const { marketplace } = world
      const best = { buy: bestOf(marketplace, lot.itemId, 'buy'), sell: bestOf(marketplace, lot.itemId, 'sell') }
      book = { best, levels: { buy: new Set(), sell: new Set() }, trade: undefined }
      changed.set(lot.itemId, book)
    }
    book.levels[lot.side].add(lot.price)
  }

  return {
    beforeApply: { lot_placed: note, lot_filled: note, lot_cancelled: note },
    on: {
      lot_placed: ({ lot }) => void lots.push(updateOf(lot, 'open', 0, 0)),
      lot_cancelled: ({ lot }) => void lots.push(updateOf(lot, 'cancelled', 0, 0)),
      lot_filled: ({ lot, count, price }) =>
        void lots.push(updateOf(lot, lot.openCount === 0 ? 'filled' : 'open', count, price)),
      traded({ itemId, price, count }) {
        const book = changed.get(itemId)
        if (book !== undefined) book.trade = { price, count }
      },
    },
    take() {
      if (changed.size === 0) return {}
      return { marketplace: { lots, prices: movedPrices(world, changed), books: changedBooks(world, changed) } }
    },
  }
}

function bestOf(market: World['marketplace'], itemId: ItemId, side: Side): Coins | undefined {
  return market.book(itemId).bestPrice(side)
}

function movedPrices(world: World, changed: ReadonlyMap<ItemId, ChangedBook>): MarketUpdates['prices'] {
  return [...changed].flatMap(([itemId, { best }]) =>
    SIDES.flatMap((side) => {
      const price = bestOf(world.marketplace, itemId, side)
      return price === best[side] ? [] : [{ itemId, side, price: price ?? 0 }]
    }),
  )
}

function changedBooks(world: World, changed: ReadonlyMap<ItemId, ChangedBook>): BookUpdate[] {
  return Array.from(changed, ([itemId, { levels, trade }]) => {
    const book = world.marketplace.book(itemId)
    return {
      itemId,
      tradedPrice: trade?.price ?? 0,
      tradedCount: trade?.count ?? 0,
      levels: SIDES.flatMap((side) =>
        Array.from(levels[side], (price) => ({ side, price, count: book.openCountAt(side, price) })),
      ),
    }
  })
}

function updateOf(lot: Lot, status: LotUpdate['status'], filledCount: number, filledPrice: number): LotUpdate {
  const { ownerId: userId, id: lotId, itemId, side, price, count, openCount } = lot
  return { userId, lotId, itemId, side, price, count, openCount, status, filledCount, filledPrice }
}
