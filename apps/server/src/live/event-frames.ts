import { createEvent, encodeBatch, LotStatus, NoticeKind, Side, type Event } from '@clutch/contract/live'
import type { EconomyMessage, LotNotice, PlayerNotice } from '../bus/message.ts'
import { toHarvestChanged, toQueueChanged } from './work-frames.ts'

/**
 * An event as it lies in a batch on the wire. A batch is a repeated field, so batches are made by joining frames:
 * an event is encoded once, however many sockets it goes to.
 */
export interface EventFrame {
  /** A later event of the same key makes this one pointless. */
  readonly key: string
  readonly bytes: Uint8Array
}

/** What one message of the bus means for everybody, and for single users. */
export interface FramedMessage {
  readonly shared: readonly EventFrame[]
  readonly personal: readonly { readonly userId: string; readonly frame: EventFrame }[]
}

export function frameMessage(message: EconomyMessage): FramedMessage {
  let sequence = 0
  const frame = (key: string, payload: NonNullable<Parameters<typeof createEvent>[0]['payload']>): EventFrame => {
    sequence += 1
    return {
      key,
      bytes: toFrame(createEvent({ timestampMs: message.atMs, eventId: `${message.id}-${sequence}`, payload })),
    }
  }
  return {
    shared: [
      ...message.prices.map(({ itemId, side, price }) =>
        frame(`price/${itemId}/${side}`, {
          case: 'priceChanged',
          value: { itemId: BigInt(itemId), side: SIDES[side], price: BigInt(price) },
        }),
      ),
      ...message.books.map(({ itemId, tradedPrice, tradedCount }) =>
        // A change of orders alone is no news of trades, and must not stand in for it.
        frame(`${tradedCount > 0 ? 'trade' : 'book'}/${itemId}`, {
          case: 'bookChanged',
          value: { itemId: BigInt(itemId), tradedPrice: BigInt(tradedPrice), tradedCount: BigInt(tradedCount) },
        }),
      ),
    ],
    personal: [
      ...message.balances.map(({ userId, asset, free }) => ({
        userId,
        frame:
          asset === 0
            ? frame('coins', { case: 'eggCoinsUpdated', value: BigInt(free) })
            : frame(`item/${asset}`, {
                case: 'inventoryItemUpdated',
                value: { itemId: BigInt(asset), count: BigInt(free) },
              }),
      })),
      ...message.lots.map((lot, index) => ({
        userId: lot.userId,
        // Every fill is news of its own: none stands in for another.
        frame: frame(`lot/${message.id}/${index}`, { case: 'lotChanged', value: toLotChanged(lot) }),
      })),
      ...(message.notices ?? []).map((notice) => ({
        userId: notice.userId,
        frame: frame(`notice/${notice.noticeId}`, { case: 'noticeAdded', value: toNoticeAdded(notice) }),
      })),
      ...message.jobs.map((job, index) => ({
        userId: job.userId,
        frame: frame(`job/${message.id}/${index}`, { case: 'queueChanged', value: toQueueChanged(job) }),
      })),
      ...message.harvests.map((harvest, index) => ({
        userId: harvest.userId,
        frame: frame(`harvest/${message.id}/${index}`, { case: 'harvestChanged', value: toHarvestChanged(harvest) }),
      })),
      ...message.energised.map(({ userId, untilMs }) => ({
        userId,
        frame: frame('energy', { case: 'energyChanged', value: { energisedUntil: BigInt(untilMs) } }),
      })),
    ],
  }
}

const SIDES = { buy: Side.BUY, sell: Side.SELL } as const
const STATUSES = { open: LotStatus.OPEN, filled: LotStatus.FILLED, cancelled: LotStatus.CANCELLED } as const

function toLotChanged(lot: LotNotice) {
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

const NOTICE_KINDS = { price_alert: NoticeKind.PRICE_ALERT, lot_filled: NoticeKind.LOT_FILLED } as const

function toNoticeAdded({ noticeId, kind, itemId, side, price, count }: PlayerNotice) {
  return {
    noticeId,
    kind: NOTICE_KINDS[kind],
    itemId: BigInt(itemId),
    side: SIDES[side],
    price: BigInt(price),
    count: BigInt(count),
  }
}

/** A batch of one is tag, length and event: exactly a frame. */
function toFrame(event: Event): Uint8Array {
  return encodeBatch([event])
}
