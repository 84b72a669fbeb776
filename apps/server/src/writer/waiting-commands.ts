import { KeyLookup, type KeyLookupOptions } from './key-lookup.ts'
import { UNAVAILABLE, type Outcome } from './outcome.ts'
import type { Waiting } from './submission.ts'

/** The commands that no batch has decided yet, in their order: those that arrive, those that are ready, those put off. */
export class WaitingCommands {
  readonly #keys: KeyLookup
  #ready: Waiting[] = []
  #deferred: Waiting[] = []

  constructor(lookup: KeyLookupOptions) {
    this.#keys = new KeyLookup({
      ...lookup,
      onRead: (outcomes, batch) => {
        this.#ready.push(...batch)
        lookup.onRead(outcomes, batch)
      },
    })
  }

  get count(): number {
    return this.#keys.arrivedCount + this.#ready.length + this.#deferred.length
  }

  get hasReady(): boolean {
    return this.#ready.length > 0
  }

  /** Whether the keys of some can be read now. */
  get canLookUp(): boolean {
    return this.#keys.arrivedCount > 0 && this.#keys.reading === undefined
  }

  /** Resolves when the keys that are being read have been; undefined when none are. */
  get reading(): Promise<void> | undefined {
    return this.#keys.reading
  }

  add(waiting: Waiting): void {
    this.#keys.add(waiting)
  }

  /** Begins to read the keys of those that have arrived; what needs no reading is ready at once. */
  lookUp(): void {
    this.#ready.push(...this.#keys.start())
  }

  /** Takes the first that are ready. */
  take(max: number): Waiting[] {
    return this.#ready.splice(0, max)
  }

  /** Puts one off until somebody it touches has caught up. */
  defer(waiting: Waiting): void {
    this.#deferred.push(waiting)
  }

  /** Makes commands that were taken the first again. */
  putBack(commands: readonly Waiting[]): void {
    this.#ready.unshift(...commands)
  }

  /** Makes those that were put off the first again. */
  resume(): void {
    this.#ready.unshift(...this.#deferred.splice(0))
  }

  /** Answers all of them, and forgets them. */
  refuse(outcome?: Outcome<never>): void {
    for (const waiting of [this.#keys.take(), this.#ready, this.#deferred]) turnAway(waiting, outcome)
    this.#ready = []
    this.#deferred = []
  }
}

/** Tells callers that nothing can be said of their commands: they ask again, with the same keys. */
export function turnAway(all: readonly Waiting[], outcome: Outcome<never> = UNAVAILABLE): void {
  for (const { answer } of all) answer(outcome)
}
