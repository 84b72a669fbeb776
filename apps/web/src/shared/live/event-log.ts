import { EVENT_WAIT_TIMEOUT_MS, KEPT_EVENTS_MAX } from '@clutch/contract/constants'
import type { LiveEvent, LiveEventType } from '@clutch/contract/live'
import type { Clock } from '../timing/clock.ts'
import { LiveError } from './live-error.ts'

export type LiveHandler = (event: LiveEvent) => void

/** Stores the latest events, passes each to its subscribers, and lets callers wait for one. */
export class EventLog {
  readonly #clock: Clock
  readonly #onHandlerError: (error: LiveError) => void
  readonly #handlers = new Map<LiveEventType, Set<LiveHandler>>()
  #newestFirst: readonly LiveEvent[] = []

  constructor(clock: Clock, onHandlerError: (error: LiveError) => void) {
    this.#clock = clock
    this.#onHandlerError = onHandlerError
  }

  /** At most 1000, newest first (document 1 §4). */
  get events(): readonly LiveEvent[] {
    return this.#newestFirst
  }

  /** Receives a batch in order. A handler that throws is counted and does not stop the others. */
  receive(batch: readonly LiveEvent[]): void {
    this.#newestFirst = [...batch.toReversed(), ...this.#newestFirst].slice(0, KEPT_EVENTS_MAX)
    for (const event of batch) {
      for (const handler of this.#handlers.get(event.type) ?? []) {
        try {
          handler(event)
        } catch (cause) {
          this.#onHandlerError(new LiveError('handler', event.type, { cause }))
        }
      }
    }
  }

  /** @returns unsubscribe */
  subscribe(type: LiveEventType, handler: LiveHandler): () => void {
    const handlers = this.#handlers.get(type) ?? new Set()
    this.#handlers.set(type, handlers.add(handler))
    return () => handlers.delete(handler)
  }

  /** Waits for the next event of a type. @throws LiveError `wait_timeout` */
  waitFor(type: LiveEventType, timeoutMs = EVENT_WAIT_TIMEOUT_MS): Promise<LiveEvent> {
    return new Promise((resolve, reject) => {
      const timer = this.#clock.schedule(() => {
        unsubscribe()
        reject(new LiveError('wait_timeout', type))
      }, timeoutMs)
      const unsubscribe = this.subscribe(type, (event) => {
        unsubscribe()
        timer.cancel()
        resolve(event)
      })
    })
  }
}
