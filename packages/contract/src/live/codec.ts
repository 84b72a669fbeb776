import { create, fromBinary, toBinary, type MessageInitShape } from '@bufbuild/protobuf'
import {
  EventBatchSchema,
  EventSchema,
  EventType,
  EventTypeSchema,
  type CallAnswer,
  type Event,
} from './gen/live_pb.js'
import { toSafeNumber } from './values.ts'

type PayloadCase = NonNullable<Event['payload']['case']>
export type EventInit = MessageInitShape<typeof EventSchema>

/** Completes an event with the type of its payload, so that the two cannot disagree. */
export function createEvent(init: {
  timestampMs: number
  eventId: string
  payload: NonNullable<EventInit['payload']>
}): Event {
  const type = init.payload.case === undefined ? undefined : TYPE_OF_PAYLOAD.get(init.payload.case)
  return create(EventSchema, {
    timestamp: BigInt(init.timestampMs),
    eventId: init.eventId,
    eventTypeIndicator: type ?? EventType.UNKNOWN,
    payload: init.payload,
  })
}

export function encodeBatch(events: readonly Event[]): Uint8Array<ArrayBuffer> {
  return toBinary(EventBatchSchema, create(EventBatchSchema, { events: [...events] }))
}

/** Encodes responses to calls: each has the call's id, an HTTP status and a JSON body. */
export function encodeAnswers(
  answers: readonly { readonly id: number; readonly status: number; readonly body: string }[],
): Uint8Array<ArrayBuffer> {
  return toBinary(EventBatchSchema, create(EventBatchSchema, { answers: [...answers] }))
}

/** Confirms to a client that it receives a book's changes from here on. */
export function encodeViewed(itemId: number): Uint8Array<ArrayBuffer> {
  return toBinary(EventBatchSchema, create(EventBatchSchema, { viewedItemId: BigInt(itemId) }))
}

/** Confirms to a client that it receives everything after a message. */
export function encodeFollows(messageId: number): Uint8Array<ArrayBuffer> {
  return toBinary(EventBatchSchema, create(EventBatchSchema, { followsMessageId: BigInt(messageId) }))
}

/** Encodes the heartbeat, which carries the server's clock. */
export function encodeHeartbeat(nowMs: number): Uint8Array<ArrayBuffer> {
  return toBinary(EventBatchSchema, create(EventBatchSchema, { serverTime: BigInt(nowMs) }))
}

/** The contents of one WebSocket message. */
export interface LiveBatch {
  readonly events: readonly LiveEvent[]
  readonly answers: readonly CallAnswer[]
  /** The item whose book changes follow. */
  readonly viewedItemId: number | undefined
  /** The message after which nothing is missed. */
  readonly followsMessageId: number | undefined
  /** The server's clock in Unix milliseconds, in a heartbeat. */
  readonly serverTimeMs: number | undefined
}

/**
 * Decodes one WebSocket message.
 * @throws when the bytes are not a batch, or a 64-bit number exceeds the safe integer range (document 1 §3).
 */
export function decodeBatch(bytes: Uint8Array): LiveBatch {
  const { events, answers, viewedItemId, followsMessageId, serverTime } = fromBinary(EventBatchSchema, bytes)
  return {
    events: events.map(toLiveEvent),
    answers,
    viewedItemId: viewedItemId === undefined ? undefined : toSafeNumber(viewedItemId),
    followsMessageId: followsMessageId === undefined ? undefined : toSafeNumber(followsMessageId),
    serverTimeMs: serverTime === undefined ? undefined : toSafeNumber(serverTime),
  }
}

/** Names of the event types, as clients subscribe to them (document 1 §3). */
export type LiveEventType = 'unknown' | PayloadCase

/** A received event with plain, checked numbers. */
export interface LiveEvent {
  readonly timestampMs: number
  readonly eventId: string
  readonly type: LiveEventType
  readonly payload: Event['payload']
}

/** Types by payload name, needed only for sending. */
const TYPE_OF_PAYLOAD = /* @__PURE__ */ readTypes()

/** @throws when a payload of the schema has no type */
function readTypes(): ReadonlyMap<PayloadCase, EventType> {
  return new Map(
    EventSchema.oneofs
      .flatMap(({ fields }) => fields)
      .map(({ name, localName }) => {
        const type = EventTypeSchema.values.find((value) => value.name === `EVENT_TYPE_${name.toUpperCase()}`)
        if (type === undefined) throw new Error(`No event type for ${name}`)
        return [localName as PayloadCase, type.number]
      }),
  )
}

function toLiveEvent(event: Event): LiveEvent {
  return {
    timestampMs: toSafeNumber(event.timestamp),
    eventId: event.eventId,
    type: event.payload.case ?? 'unknown',
    payload: event.payload,
  }
}
