import { fromBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { decodeClientMessage } from './client-message.ts'
import { createEvent, decodeBatch, encodeBatch, encodeHeartbeat, type EventInit } from './codec.ts'
import { EventBatchSchema, EventSchema } from './gen/live_pb.js'
import { PROBE_MESSAGE } from './values.ts'

type Payload = NonNullable<EventInit['payload']>

/** Event types and their numbers (document 1 §3). */
const TYPES_OF_DOCUMENT_1: readonly (readonly [type: number, payload: Payload])[] = [
  [1, { case: 'channelsSub', value: { chan: [] } }],
  [2, { case: 'chatMessageAdded', value: { text: 'hello' } }],
  [3, { case: 'chatMessageDeleted', value: '7' }],
  [4, { case: 'inventoryItemUpdated', value: {} }],
  [5, { case: 'eggCoinsUpdated', value: 3n }],
]

/** Reads it like a client in any language. */
function sendAndRead(payload: Payload) {
  const bytes = encodeBatch([createEvent({ timestampMs: 1_700_000_000_000, eventId: 'id', payload })])
  const [raw] = fromBinary(EventBatchSchema, bytes).events
  return { type: raw?.eventTypeIndicator, name: decodeBatch(bytes).events[0]?.type }
}

describe('an event', () => {
  it.each(TYPES_OF_DOCUMENT_1)('has the type %i of its payload', (type, payload) => {
    expect(sendAndRead(payload)).toEqual({ type, name: payload.case })
  })

  it('has the same type number as its payload field if it is specific to Clutch', () => {
    const own = EventSchema.oneofs.flatMap(({ fields }) => fields).filter(({ number }) => number >= 16)
    expect(own.length).toBeGreaterThan(20)
    for (const { localName, number, message } of own) {
      const payload = { case: localName, value: message === undefined ? 'text' : {} } as Payload
      expect(sendAndRead(payload)).toEqual({ type: number, name: localName })
    }
  })
})

describe('a heartbeat', () => {
  it('carries the server time and no event', () => {
    const batch = decodeBatch(encodeHeartbeat(1_700_000_000_000))
    expect(batch).toMatchObject({ events: [], answers: [], serverTimeMs: 1_700_000_000_000 })
    expect(batch.followsMessageId).toBeUndefined()
  })

  it('is requested by the encoded probe', () => {
    expect(decodeClientMessage(PROBE_MESSAGE)).toMatchObject({ probe: true, calls: [] })
  })
})
