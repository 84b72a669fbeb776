import { createEvent, encodeBatch } from '@clutch/contract/live'
import type { EconomyMessage } from '../bus/message.ts'
import type { EventPayload } from './area.ts'

/**
 * An event as it lies in a batch on the wire. A batch is a repeated field, so batches are made by joining frames:
 * an event is encoded once, however many sockets it goes to.
 */
export type EventFrame = Uint8Array

/** Makes the frames of one message, numbered in their order. */
export class FrameMaker {
  readonly #message: EconomyMessage
  #sequence = 0

  constructor(message: EconomyMessage) {
    this.#message = message
  }

  /** A batch of one is tag, length and event: exactly a frame. */
  make(payload: EventPayload): EventFrame {
    this.#sequence += 1
    const { id, atMs } = this.#message
    return encodeBatch([createEvent({ timestampMs: atMs, eventId: `${id}-${this.#sequence}`, payload })])
  }
}
