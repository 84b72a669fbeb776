import { create, fromBinary, toBinary, type MessageInitShape } from '@bufbuild/protobuf'
import { EventBatchSchema, EventSchema, EventType, type CallAnswer, type Event } from './gen/live_pb.js'
import { toSafeNumber } from './values.ts'

export type EventInit = MessageInitShape<typeof EventSchema>

/** Completes an event: the type indicator follows from its payload, so the two cannot disagree. */
export function createEvent(init: {
  timestampMs: number
  eventId: string
  payload: NonNullable<EventInit['payload']>
}): Event {
  const eventTypeIndicator = init.payload.case === undefined ? EventType.UNKNOWN : TYPE_OF_PAYLOAD[init.payload.case]
  return create(EventSchema, {
    timestamp: BigInt(init.timestampMs),
    eventId: init.eventId,
    eventTypeIndicator,
    payload: init.payload,
  })
}

export function encodeBatch(events: readonly Event[]): Uint8Array<ArrayBuffer> {
  return toBinary(EventBatchSchema, create(EventBatchSchema, { events: [...events] }))
}

/** Answers to calls: each has the id of its call, an HTTP status and a JSON body. */
export function encodeAnswers(
  answers: readonly { readonly id: number; readonly status: number; readonly body: string }[],
): Uint8Array<ArrayBuffer> {
  return toBinary(EventBatchSchema, create(EventBatchSchema, { answers: [...answers] }))
}

/** Tells a client that it is told of a book from here on. */
export function encodeViewed(itemId: number): Uint8Array<ArrayBuffer> {
  return toBinary(EventBatchSchema, create(EventBatchSchema, { viewedItemId: BigInt(itemId) }))
}

/** Tells a client that it misses nothing after a message. */
export function encodeFollows(messageId: number): Uint8Array<ArrayBuffer> {
  return toBinary(EventBatchSchema, create(EventBatchSchema, { followsMessageId: BigInt(messageId) }))
}

/** What one websocket message brought. */
export interface LiveBatch {
  readonly events: readonly LiveEvent[]
  readonly answers: readonly CallAnswer[]
  /** Whose book follows from here on. */
  readonly viewedItemId: number | undefined
  /** After which message nothing is missed. */
  readonly followsMessageId: number | undefined
}

/**
 * Reads one websocket message.
 * @throws when the bytes are no batch, or when a 64-bit number leaves the safe integer range (document 1 §3).
 */
export function decodeBatch(bytes: Uint8Array): LiveBatch {
  const { events, answers, viewedItemId, followsMessageId } = fromBinary(EventBatchSchema, bytes)
  return {
    events: events.map(toLiveEvent),
    answers,
    viewedItemId: viewedItemId === undefined ? undefined : toSafeNumber(viewedItemId),
    followsMessageId: followsMessageId === undefined ? undefined : toSafeNumber(followsMessageId),
  }
}

/** Names of the event types, as clients subscribe to them (document 1 §3). */
export type LiveEventType =
  | 'unknown'
  | 'channelsSub'
  | 'chatMessageAdded'
  | 'chatMessageDeleted'
  | 'chatMessageModerated'
  | 'inventoryItemUpdated'
  | 'eggCoinsUpdated'
  | 'priceChanged'
  | 'lotChanged'
  | 'bookChanged'
  | 'notificationAdded'
  | 'queueChanged'
  | 'harvestChanged'
  | 'energyChanged'
  | 'bookLevelChanged'
  | 'rentPoolChanged'
  | 'rentalChanged'
  | 'socialFriendChanged'
  | 'tradeCreated'
  | 'tradeDeclined'
  | 'tradeChanged'
  | 'friendPresenceChanged'
  | 'chatMarkMoved'
  | 'chatChannelChanged'
  | 'chatTimedOut'
  | 'exchangeChanged'
  | 'itemFreezeChanged'
  | 'newsChanged'
  | 'contentChanged'

/** A received event, its numbers checked and plain. */
export interface LiveEvent {
  readonly timestampMs: number
  readonly eventId: string
  readonly type: LiveEventType
  readonly payload: Event['payload']
}

const TYPE_OF_PAYLOAD: Readonly<Record<Exclude<LiveEventType, 'unknown'>, EventType>> = {
  channelsSub: EventType.CHANNELS_SUB,
  chatMessageAdded: EventType.CHAT_MESSAGE_ADDED,
  chatMessageDeleted: EventType.CHAT_MESSAGE_DELETED,
  chatMessageModerated: EventType.CHAT_MESSAGE_MODERATED,
  inventoryItemUpdated: EventType.INVENTORY_ITEM_UPDATED,
  eggCoinsUpdated: EventType.EGG_COINS_UPDATED,
  priceChanged: EventType.PRICE_CHANGED,
  lotChanged: EventType.LOT_CHANGED,
  bookChanged: EventType.BOOK_CHANGED,
  notificationAdded: EventType.NOTIFICATION_ADDED,
  queueChanged: EventType.QUEUE_CHANGED,
  harvestChanged: EventType.HARVEST_CHANGED,
  energyChanged: EventType.ENERGY_CHANGED,
  bookLevelChanged: EventType.BOOK_LEVEL_CHANGED,
  rentPoolChanged: EventType.RENT_POOL_CHANGED,
  rentalChanged: EventType.RENTAL_CHANGED,
  socialFriendChanged: EventType.SOCIAL_FRIEND_CHANGED,
  tradeCreated: EventType.TRADE_CREATED,
  tradeDeclined: EventType.TRADE_DECLINED,
  tradeChanged: EventType.TRADE_CHANGED,
  friendPresenceChanged: EventType.FRIEND_PRESENCE_CHANGED,
  chatMarkMoved: EventType.CHAT_MARK_MOVED,
  chatChannelChanged: EventType.CHAT_CHANNEL_CHANGED,
  chatTimedOut: EventType.CHAT_TIMED_OUT,
  exchangeChanged: EventType.EXCHANGE_CHANGED,
  itemFreezeChanged: EventType.ITEM_FREEZE_CHANGED,
  newsChanged: EventType.NEWS_CHANGED,
  contentChanged: EventType.CONTENT_CHANGED,
}

function toLiveEvent(event: Event): LiveEvent {
  return {
    timestampMs: toSafeNumber(event.timestamp),
    eventId: event.eventId,
    type: event.payload.case ?? 'unknown',
    payload: event.payload,
  }
}
