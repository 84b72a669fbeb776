import { createThrottle, type Throttle } from '../timing/throttle.ts'
import { browserClock, type Clock } from '../timing/clock.ts'

/** Shortest gap between two snapshots of all values. */
export const SNAPSHOT_INTERVAL_MS = 250

type Listener = () => void

/** Some keys and their values, for `useSyncExternalStore`. */
export interface Selection<Value> {
  /** @returns unsubscribe */
  readonly subscribe: (listener: Listener) => () => void
  readonly read: () => ReadonlyMap<number, Value>
}

/**
 * Values by number that change one at a time and many times a second. A change costs O(1) and notifies the subscribers of
 * its key. The whole map is copied only while it has subscribers, and no more often than the interval.
 */
export class KeyedValues<Value> {
  readonly #values = new Map<number, Value>()
  readonly #listeners = new Map<number, Set<Listener>>()
  readonly #snapshotListeners = new Set<Listener>()
  readonly #changed = new Set<number>()
  readonly #throttle: Throttle
  /** Throttled listeners with changes to deliver. */
  readonly #throttledListeners = new Set<Listener>()
  readonly #sharedThrottle: Throttle
  #snapshot: ReadonlyMap<number, Value> = new Map()
  #isSnapshotStale = false

  constructor(clock: Clock = browserClock) {
    this.#throttle = createThrottle(() => this.#publishSnapshot(), SNAPSHOT_INTERVAL_MS, clock)
    this.#sharedThrottle = createThrottle(() => this.#publishThrottled(), SNAPSHOT_INTERVAL_MS, clock)
  }

  get size(): number {
    return this.#values.size
  }

  get(key: number): Value | undefined {
    return this.#values.get(key)
  }

  entries(): MapIterator<[number, Value]> {
    return this.#values.entries()
  }

  /** Sets a value, or removes it when undefined. Subscribers are notified by the next `publish`. */
  set(key: number, value: Value | undefined): void {
    if (this.#values.get(key) === value) return
    if (value === undefined) this.#values.delete(key)
    else this.#values.set(key, value)
    this.#changed.add(key)
  }

  /** Replaces all values with these. */
  replace(values: ReadonlyMap<number, Value>): void {
    for (const key of this.#values.keys()) if (!values.has(key)) this.set(key, undefined)
    for (const [key, value] of values) this.set(key, value)
  }

  /** Notifies the subscribers of everything changed since the last call, each listener once. */
  publish(): void {
    if (this.#changed.size === 0) return
    this.#isSnapshotStale = true
    const heard = new Set<Listener>()
    for (const key of this.#changed) for (const listener of this.#listeners.get(key) ?? []) heard.add(listener)
    this.#changed.clear()
    for (const listener of heard) listener()
    if (this.#snapshotListeners.size > 0) this.#throttle.request()
  }

  /** @returns unsubscribe */
  subscribe(keys: readonly number[], listener: Listener): () => void {
    for (const key of keys) {
      const listeners = this.#listeners.get(key) ?? new Set()
      this.#listeners.set(key, listeners.add(listener))
    }
    return () => {
      for (const key of keys) {
        const listeners = this.#listeners.get(key)
        listeners?.delete(listener)
        if (listeners?.size === 0) this.#listeners.delete(key)
      }
    }
  }

  /**
   * Like `subscribe`, but throttled to the interval and notified together with all other throttled listeners: for views
   * that are expensive to render.
   */
  subscribeThrottled(keys: readonly number[], listener: Listener): () => void {
    const end = this.subscribe(keys, () => {
      this.#throttledListeners.add(listener)
      this.#sharedThrottle.request()
    })
    return () => {
      this.#throttledListeners.delete(listener)
      end()
    }
  }

  #publishThrottled(): void {
    const heard = [...this.#throttledListeners]
    this.#throttledListeners.clear()
    for (const listener of heard) listener()
  }

  /** Selects some keys; `read` returns the same map until one of them changes. */
  select(keys: readonly number[], { isThrottled = false } = {}): Selection<Value> {
    let known: ReadonlyMap<number, Value> = new Map()
    return {
      subscribe: (listener) => (isThrottled ? this.subscribeThrottled(keys, listener) : this.subscribe(keys, listener)),
      read: () => {
        if (keys.some((key) => this.#values.get(key) !== known.get(key))) known = this.#pick(keys)
        return known
      },
    }
  }

  #pick(keys: readonly number[]): ReadonlyMap<number, Value> {
    const picked = new Map<number, Value>()
    for (const key of keys) {
      const value = this.#values.get(key)
      if (value !== undefined) picked.set(key, value)
    }
    return picked
  }

  /**
   * Includes changes made while there were no subscribers, so that a late subscriber does not miss them.
   * @returns unsubscribe
   */
  subscribeAll(listener: Listener): () => void {
    if (this.#isSnapshotStale && this.#snapshotListeners.size === 0) this.#copySnapshot()
    this.#snapshotListeners.add(listener)
    return () => {
      this.#snapshotListeners.delete(listener)
      if (this.#snapshotListeners.size === 0) this.#throttle.cancel()
    }
  }

  /** All values as last published to subscribers of the whole map, or the current ones while it has none. */
  snapshot(): ReadonlyMap<number, Value> {
    if (this.#isSnapshotStale && this.#snapshotListeners.size === 0) this.#copySnapshot()
    return this.#snapshot
  }

  #publishSnapshot(): void {
    this.#copySnapshot()
    for (const listener of this.#snapshotListeners) listener()
  }

  #copySnapshot(): void {
    this.#snapshot = new Map(this.#values)
    this.#isSnapshotStale = false
  }
}
