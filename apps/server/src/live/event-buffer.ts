import { createEvent, encodeBatch } from '@clutch/contract/live'
import type { EconomyMessage } from '../bus/message.ts'
import type { EventPayload } from './area.ts'

/** An event that has not been encoded yet: most are replaced by a later one of the same key before they are sent. */
export interface PendingEvent {
  readonly timestampMs: number
  readonly eventId: string
  readonly payload: EventPayload
}

/** Creates the events of one message, numbered in order. */
export class EventFactory {
  readonly #message: EconomyMessage
  #sequence = 0

  constructor(message: EconomyMessage) {
    this.#message = message
  }

  create(payload: EventPayload): PendingEvent {
    this.#sequence += 1
    const { id, atMs } = this.#message
    return { timestampMs: atMs, eventId: `${id}-${this.#sequence}`, payload }
  }
}

/** Encodes events as one batch. A batch is a repeated field, so batches can be concatenated. */
export function encodeEvents(events: Iterable<PendingEvent>): Uint8Array {
  return encodeBatch(Array.from(events, createEvent))
}

type EventsByKey<Event> = Map<string, Event>

/** Events to be sent together. An event replaces an earlier one of the same key and moves to the end. */
export class EventBuffer {
  readonly #shared: EventsByKey<PendingEvent> = new Map()
  /** Players who must not receive a shared event, by its key. */
  readonly #hiddenFrom = new Map<string, readonly string[]>()
  readonly #personal = new Map<string, EventsByKey<PendingEvent>>()
  readonly #books = new Map<number, EventsByKey<PendingEvent>>()

  get isEmpty(): boolean {
    return this.#shared.size + this.#personal.size + this.#books.size === 0
  }

  /** Adds an event for all players except some. */
  addShared(key: string, event: PendingEvent, hiddenFrom: readonly string[] = []): void {
    setLast(this.#shared, key, event)
    if (hiddenFrom.length > 0) this.#hiddenFrom.set(key, hiddenFrom)
    else this.#hiddenFrom.delete(key)
  }

  addPersonal(userId: string, key: string, event: PendingEvent): void {
    setLast(eventsOf(this.#personal, userId), key, event)
  }

  /** Adds an event for connections that view an item's order book. */
  addToBook(itemId: number, key: string, event: PendingEvent): void {
    setLast(eventsOf(this.#books, itemId), key, event)
  }

  encode(): EncodedBuffer {
    const encoded = Array.from(this.#shared, ([key, event]) => [key, encodeEvents([event])] as const)
    const restricted = new Map<string, Uint8Array>()
    for (const userId of new Set(Array.from(this.#hiddenFrom.values()).flat())) {
      const visible = encoded.filter(([key]) => this.#hiddenFrom.get(key)?.includes(userId) !== true)
      restricted.set(userId, Buffer.concat(visible.map(([, bytes]) => bytes)))
    }
    return {
      shared: Buffer.concat(encoded.map(([, bytes]) => bytes)),
      restricted,
      personal: encodeEach(this.#personal),
      books: encodeEach(this.#books),
    }
  }
}

interface EncodedBuffer {
  /** All shared events. */
  readonly shared: Uint8Array
  /** Shared events for players from whom some are hidden, by player. */
  readonly restricted: ReadonlyMap<string, Uint8Array>
  readonly personal: ReadonlyMap<string, Uint8Array>
  /** By item, for connections that view its order book. */
  readonly books: ReadonlyMap<number, Uint8Array>
}

/** The consecutive buffers of one flush. Most connections receive the same bytes, which are joined once. */
export class EncodedBuffers {
  readonly #buffers: readonly EncodedBuffer[]
  /** Joined shared events, by the first buffer included. */
  readonly #shared = new Map<number, Uint8Array>()

  constructor(buffers: readonly EventBuffer[]) {
    this.#buffers = buffers.map((buffer) => buffer.encode())
  }

  /**
   * The batch for one connection.
   * @param viewedItemId the item whose order book it views
   * @param first index of the first buffer for this connection, which may have joined after earlier ones
   */
  batchFor(userId: string, viewedItemId: number | undefined, first: number): Uint8Array {
    const hasOwn = this.#buffers.some(
      ({ restricted, personal, books }) =>
        restricted.has(userId) || personal.has(userId) || (viewedItemId !== undefined && books.has(viewedItemId)),
    )
    if (!hasOwn) return this.#sharedFrom(first)
    const parts = this.#buffers
      .slice(first)
      .flatMap(({ shared, restricted, personal, books }) => [
        restricted.get(userId) ?? shared,
        personal.get(userId) ?? NOTHING,
        (viewedItemId === undefined ? undefined : books.get(viewedItemId)) ?? NOTHING,
      ])
    return Buffer.concat(parts)
  }

  #sharedFrom(first: number): Uint8Array {
    const known = this.#shared.get(first)
    if (known !== undefined) return known
    const bytes = Buffer.concat(this.#buffers.slice(first).map(({ shared }) => shared))
    this.#shared.set(first, bytes)
    return bytes
  }
}

const NOTHING = new Uint8Array()

function encodeEach<Key>(all: ReadonlyMap<Key, EventsByKey<PendingEvent>>): Map<Key, Uint8Array> {
  return new Map(Array.from(all, ([key, events]) => [key, encodeEvents(events.values())]))
}

function eventsOf<Key>(all: Map<Key, EventsByKey<PendingEvent>>, key: Key): EventsByKey<PendingEvent> {
  const known = all.get(key)
  if (known !== undefined) return known
  const events: EventsByKey<PendingEvent> = new Map()
  all.set(key, events)
  return events
}

function setLast<Event>(events: EventsByKey<Event>, key: string, event: Event): void {
  events.delete(key)
  events.set(key, event)
}
