import { LotStatus, Side } from '@clutch/contract/live'
import type { FrameSink, LiveArea } from '../../live/area.ts'
import type { BookUpdate, LotUpdate } from './updates.ts'

/** Broadcasts best prices to all players, book changes to viewers, and lot changes to owners. */
export const marketFrames: NonNullable<LiveArea['frames']> = ({ marketplace }, sink, messageId) => {
  if (marketplace === undefined) return
  for (const { itemId, side, price } of marketplace.prices) {
    sink.toAll(`price/${itemId}/${side}`, {
      case: 'priceChanged',
      value: { itemId: BigInt(itemId), side: SIDES[side], price: BigInt(price) },
    })
  }
  for (const book of marketplace.books) frameBook(book, sink)
  for (const [index, lot] of marketplace.lots.entries()) {
    if (!sink.isConnected(lot.userId)) continue
    // Each fill has its own key: none may replace another.
    sink.toPlayer(lot.userId, `lot/${messageId}/${index}`, { case: 'lotChanged', value: toLotChanged(lot) })
  }
}

function frameBook({ itemId, tradedPrice, tradedCount, levels }: BookUpdate, sink: FrameSink): void {
  // A separate key: a change without a trade must not replace one with a trade.
  sink.toAll(`${tradedCount > 0 ? 'trade' : 'book'}/${itemId}`, {
    case: 'bookChanged',
    value: { itemId: BigInt(itemId), tradedPrice: BigInt(tradedPrice), tradedCount: BigInt(tradedCount) },
  })
  if (!sink.isViewed(itemId)) return
  for (const { side, price, count } of levels) {
    sink.toViewers(itemId, `level/${itemId}/${side}/${price}`, {
      case: 'bookLevelChanged',
      value: { itemId: BigInt(itemId), side: SIDES[side], price: BigInt(price), count: BigInt(count) },
    })
  }
}

const SIDES = { buy: Side.BUY, sell: Side.SELL } as const
const STATUSES = { open: LotStatus.OPEN, filled: LotStatus.FILLED, cancelled: LotStatus.CANCELLED } as const

function toLotChanged(lot: LotUpdate) {
  return {
    lotUuid: lot.lotId,
    itemId: BigInt(lot.itemId),
    side: SIDES[lot.side],
    price: BigInt(lot.price),
    count: BigInt(lot.count),
    currentCount: BigInt(lot.openCount),
    status: STATUSES[lot.status],
    filledCount: BigInt(lot.filledCount),
    filledPrice: BigInt(lot.filledPrice),
  }
}
