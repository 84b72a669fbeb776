import { createThrottle, type Throttle } from '../timing/throttle.ts'
import { browserClock, type Clock } from '../timing/clock.ts'

/** Who shows everything is told this often at most: nobody reads ten thousand counts faster. */
export const WHOLE_INTERVAL_MS = 250

type Listener = () => void

export interface Watch<Value> {
  /** @returns what ends the subscription. */
  readonly subscribe: (listener: Listener) => () => void
  readonly read: () => ReadonlyMap<number, Value>
}

/**
 * Values by number that change one at a time and many times a second. A change costs O(1) and is heard by those who
 * watch its key. All of them at once are copied only for who watches the whole, and no more often than the interval.
 */
export class KeyedValues<Value> {
  readonly #values = new Map<number, Value>()
  readonly #listeners = new Map<number, Set<Listener>>()
  readonly #wholeListeners = new Set<Listener>()
  readonly #changed = new Set<number>()
  readonly #throttle: Throttle
  /** Who follows at leisure and has something to hear, all of them together. */
  readonly #patient = new Set<Listener>()
  readonly #patientThrottle: Throttle
  #whole: ReadonlyMap<number, Value> = new Map()
  #isWholeOld = false

  constructor(clock: Clock = browserClock) {
    this.#throttle = createThrottle(() => this.#publishWhole(), WHOLE_INTERVAL_MS, clock)
    this.#patientThrottle = createThrottle(() => this.#publishPatient(), WHOLE_INTERVAL_MS, clock)
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

  /** Changes a value, or takes it away with undefined; `publish` tells it. */
  set(key: number, value: Value | undefined): void {
    if (this.#values.get(key) === value) return
    if (value === undefined) this.#values.delete(key)
    else this.#values.set(key, value)
    this.#changed.add(key)
  }

  /** Makes these the values, and no others. */
  replace(values: ReadonlyMap<number, Value>): void {
    for (const key of this.#values.keys()) if (!values.has(key)) this.set(key, undefined)
    for (const [key, value] of values) this.set(key, value)
  }

  /** Tells what was changed since the last time: each listener once. */
  publish(): void {
    if (this.#changed.size === 0) return
    this.#isWholeOld = true
    const heard = new Set<Listener>()
    for (const key of this.#changed) for (const listener of this.#listeners.get(key) ?? []) heard.add(listener)
    this.#changed.clear()
    for (const listener of heard) listener()
    if (this.#wholeListeners.size > 0) this.#throttle.request()
  }

  /** @returns what ends the subscription. */
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
   * Like `subscribe`, but heard no more often than the interval, at the same moment as all others who are as patient: for
   * who has much to draw for each change.
   */
  subscribePatiently(keys: readonly number[], listener: Listener): () => void {
    const end = this.subscribe(keys, () => {
      this.#patient.add(listener)
      this.#patientThrottle.request()
    })
    return () => {
      this.#patient.delete(listener)
      end()
    }
  }

  #publishPatient(): void {
    const heard = [...this.#patient]
    this.#patient.clear()
    for (const listener of heard) listener()
  }

  /** Watches some keys: what is read is the same map until one of them changes. */
  watch(keys: readonly number[], { isPatient = false } = {}): Watch<Value> {
    let known: ReadonlyMap<number, Value> = new Map()
    return {
      subscribe: (listener) => (isPatient ? this.subscribePatiently(keys, listener) : this.subscribe(keys, listener)),
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
   * What changed while nobody watched is there from now on: whoever was drawn before it came would wait for it in vain.
   * @returns what ends the subscription.
   */
  subscribeWhole(listener: Listener): () => void {
    if (this.#isWholeOld && this.#wholeListeners.size === 0) this.#copyWhole()
    this.#wholeListeners.add(listener)
    return () => {
      this.#wholeListeners.delete(listener)
      if (this.#wholeListeners.size === 0) this.#throttle.cancel()
    }
  }

  /** All values as they were last told to those who watch the whole; as they are now while nobody does. */
  whole(): ReadonlyMap<number, Value> {
    if (this.#isWholeOld && this.#wholeListeners.size === 0) this.#copyWhole()
    return this.#whole
  }

  #publishWhole(): void {
    this.#copyWhole()
    for (const listener of this.#wholeListeners) listener()
  }

  #copyWhole(): void {
    this.#whole = new Map(this.#values)
    this.#isWholeOld = false
  }
}
