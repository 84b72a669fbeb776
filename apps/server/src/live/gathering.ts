import { encodeEvents, type PendingEvent, type SharedEvent } from './event-frames.ts'

/** By key: a later event takes the place of an earlier one. */
export type Pending = Map<string, PendingEvent>
type PendingShared = Map<string, SharedEvent>

/** Events that gather until they are sent together. */
export class Gathering {
  readonly #shared: PendingShared = new Map()
  /** Events for everybody that some are not told of, by key. */
  readonly #hiddenFrom = new Map<string, readonly string[]>()
  readonly #personal = new Map<string, Pending>()
  readonly #books = new Map<number, PendingShared>()

  get isEmpty(): boolean {
    return this.#shared.size + this.#personal.size + this.#books.size === 0
  }

  addShared(key: string, event: SharedEvent): void {
    this.#shared.set(key, event)
  }

  addPersonal(userId: string, key: string, event: PendingEvent): void {
    pendingOf(this.#personal, userId).set(key, event)
  }

  /**
   * Adds what goes behind all that was added before it, also where it takes the place of an earlier event.
   * @param hiddenFrom players who are not told
   */
  addSharedLast(key: string, event: SharedEvent, hiddenFrom: readonly string[]): void {
    this.#shared.delete(key)
    this.#shared.set(key, event)
    if (hiddenFrom.length > 0) this.#hiddenFrom.set(key, hiddenFrom)
  }

  addPersonalLast(userId: string, key: string, event: PendingEvent): void {
    const pending = pendingOf(this.#personal, userId)
    pending.delete(key)
    pending.set(key, event)
  }

  /** For those who look at an item's book. */
  addToBook(itemId: number, key: string, event: SharedEvent): void {
    pendingOf(this.#books, itemId).set(key, event)
  }

  encode(): EncodedGathering {
    const shared = new Map<string, Uint8Array>()
    for (const userId of new Set(Array.from(this.#hiddenFrom.values()).flat())) {
      const seen = Array.from(this.#shared).filter(([key]) => this.#hiddenFrom.get(key)?.includes(userId) !== true)
      shared.set(userId, joinEvents(seen.map(([, event]) => event)))
    }
    return {
      forMost: joinEvents(this.#shared.values()),
      shared,
      personal: encodeEach(this.#personal, encodeEvents),
      books: encodeEach(this.#books, joinEvents),
    }
  }
}

/** A gathering as bytes: batches are repeated fields, so that they are joined by joining their bytes. */
export interface EncodedGathering {
  /** What everybody is told. */
  readonly forMost: Uint8Array
  /** The same for those who are not told all of it, by player. */
  readonly shared: ReadonlyMap<string, Uint8Array>
  readonly personal: ReadonlyMap<string, Uint8Array>
  /** By item, for those who look at its book. */
  readonly books: ReadonlyMap<number, Uint8Array>
}

function encodeEach<Key, Event>(
  all: ReadonlyMap<Key, ReadonlyMap<string, Event>>,
  encode: (events: Iterable<Event>) => Uint8Array,
): Map<Key, Uint8Array> {
  return new Map(Array.from(all, ([key, pending]) => [key, encode(pending.values())]))
}

function joinEvents(events: Iterable<SharedEvent>): Uint8Array {
  return Buffer.concat(Array.from(events, ({ bytes }) => bytes))
}

function pendingOf<Key, Event>(all: Map<Key, Map<string, Event>>, key: Key): Map<string, Event> {
  const known = all.get(key)
  if (known !== undefined) return known
  const pending = new Map<string, Event>()
  all.set(key, pending)
  return pending
}
