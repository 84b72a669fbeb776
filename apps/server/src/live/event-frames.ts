import { createEvent, encodeBatch } from '@clutch/contract/live'
import type { EconomyMessage } from '../bus/message.ts'
import type { EventPayload } from './area.ts'

/** An event that gathers until it is sent. Most are replaced by a later one before, so it is not encoded yet. */
export interface PendingEvent {
  readonly timestampMs: number
  readonly eventId: string
  readonly payload: EventPayload
}

/** Makes the events of one message, numbered in their order. */
export class EventMaker {
  readonly #message: EconomyMessage
  #sequence = 0

  constructor(message: EconomyMessage) {
    this.#message = message
  }

  make(payload: EventPayload): PendingEvent {
    this.#sequence += 1
    const { id, atMs } = this.#message
    return { timestampMs: atMs, eventId: `${id}-${this.#sequence}`, payload }
  }
}

/** Events as one batch on the wire. A batch is a repeated field, so batches are joined by joining their bytes. */
export function encodeEvents(events: Iterable<PendingEvent>): Uint8Array {
  return encodeBatch(Array.from(events, createEvent))
}

/** An event that is sent to many at different moments: its bytes are made once. */
export class SharedEvent {
  readonly #event: PendingEvent
  #bytes: Uint8Array | undefined

  constructor(event: PendingEvent) {
    this.#event = event
  }

  /** A batch of this event alone. */
  get bytes(): Uint8Array {
    return (this.#bytes ??= encodeEvents([this.#event]))
  }
}
