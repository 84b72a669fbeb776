import { WORLD, type Coins, type EconomyEvent, type ItemId, type Lot, type Side, type World } from '@clutch/economy'
import type { EconomyMessage, LotNotice, PlayerNotice } from '../bus/message.ts'
import { WorkNews } from './work-news.ts'

const SIDES: readonly Side[] = ['buy', 'sell']

/** Gathers what a batch will have to tell: last balances, every lot's change, best prices that moved. */
export class MessageDraft {
  readonly #world: World
  readonly #balances = new Map<string, EconomyMessage['balances'][number]>()
  readonly #lots: LotNotice[] = []
  readonly #notices: PlayerNotice[] = []
  readonly #bestBefore = new Map<ItemId, Readonly<Record<Side, Coins | undefined>>>()
  readonly #lastTrades = new Map<ItemId, { price: number; count: number }>()
  readonly #work = new WorkNews()

  constructor(world: World) {
    this.#world = world
  }

  /** Remembers the best prices of the books that are about to change. */
  beforeApply(events: readonly EconomyEvent[]): void {
    for (const event of events) {
      if (!('lot' in event) || this.#bestBefore.has(event.lot.itemId)) continue
      const book = this.#world.marketplace.book(event.lot.itemId)
      this.#bestBefore.set(event.lot.itemId, { buy: book.bestPrice('buy'), sell: book.bestPrice('sell') })
    }
  }

  add(events: readonly EconomyEvent[]): void {
    for (const event of events) {
      if (event.type === 'ledger_posted') {
        for (const { owner, asset, free } of event.changes) {
          if (owner !== WORLD) this.#balances.set(`${owner}/${asset}`, { userId: owner, asset, free })
        }
      } else if (event.type === 'traded') {
        this.#lastTrades.set(event.itemId, { price: event.price, count: event.count })
      } else if (event.type === 'lot_placed') {
        this.#lots.push(noticeOf(event.lot, 'open', 0, 0))
      } else if (event.type === 'lot_cancelled') {
        this.#lots.push(noticeOf(event.lot, 'cancelled', 0, 0))
      } else if (event.type === 'lot_filled') {
        this.#lots.push(noticeOf(event.lot, event.lot.openCount === 0 ? 'filled' : 'open', event.count, event.price))
      } else if (event.type === 'notification_added') {
        const { id: noticeId, userId, kind, itemId, side, price, count } = event.notification
        this.#notices.push({ userId, noticeId, kind, itemId, side, price, count })
      } else {
        this.#work.add(event)
      }
    }
  }

  toMessage(atMs: number): Omit<EconomyMessage, 'id'> {
    return {
      atMs,
      balances: [...this.#balances.values()],
      lots: this.#lots,
      ...(this.#notices.length === 0 ? {} : { notices: this.#notices }),
      ...this.#work.news(),
      prices: this.#movedPrices(),
      books: [...this.#bestBefore.keys()].map((itemId) => {
        const trade = this.#lastTrades.get(itemId)
        return { itemId, tradedPrice: trade?.price ?? 0, tradedCount: trade?.count ?? 0 }
      }),
    }
  }

  #movedPrices(): EconomyMessage['prices'] {
    return [...this.#bestBefore].flatMap(([itemId, before]) =>
      SIDES.flatMap((side) => {
        const price = this.#world.marketplace.book(itemId).bestPrice(side)
        return price === before[side] ? [] : [{ itemId, side, price: price ?? 0 }]
      }),
    )
  }
}

function noticeOf(lot: Lot, status: LotNotice['status'], filledCount: number, filledPrice: number): LotNotice {
  const { ownerId: userId, id: lotId, itemId, side, price, count, openCount } = lot
  return { userId, lotId, itemId, side, price, count, openCount, status, filledCount, filledPrice }
}
