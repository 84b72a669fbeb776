/** State read from the store, and the id of the last message that it includes. */
export interface Loaded<State> {
  readonly state: State
  readonly lastId: number
}

/**
 * State that is read from the store once and then kept current by messages of the bus. Changes received during a load
 * are applied on top of its result if their message is newer, so none is lost or applied to a state that includes it.
 */
export class Snapshot<State, Change> {
  readonly #load: () => Promise<Loaded<State>>
  readonly #apply: (state: State, change: Change) => void
  #state: State | undefined
  #loading: { readonly changes: (readonly [messageId: number, Change])[]; state: Promise<State> } | undefined

  /** @param load must read state and message id in one statement */
  constructor(load: () => Promise<Loaded<State>>, apply: (state: State, change: Change) => void) {
    this.#load = load
    this.#apply = apply
  }

  /** The state if it is loaded. */
  get current(): State | undefined {
    return this.#state
  }

  /** The state; loads it unless it is loaded. Concurrent calls share a load. */
  get(): Promise<State> {
    return this.#state === undefined ? (this.#loading?.state ?? this.reload()) : Promise.resolve(this.#state)
  }

  /** Loads the state again. Until then the current one stays in use. Of concurrent loads the last one counts. */
  reload(): Promise<State> {
    const changes: (readonly [number, Change])[] = []
    const state = this.#load()
      .then((loaded) => {
        // Cleared or superseded meanwhile: changes may be missing, so the result is not kept.
        if (this.#loading !== loading) return loaded.state
        for (const [messageId, change] of changes) {
          if (messageId > loaded.lastId) this.#apply(loaded.state, change)
        }
        this.#state = loaded.state
        return loaded.state
      })
      .finally(() => {
        if (this.#loading === loading) this.#loading = undefined
      })
    const loading = { changes, state }
    this.#loading = loading
    return state
  }

  /** Applies a change of a message of the bus. */
  receive(messageId: number, change: Change): void {
    this.#loading?.changes.push([messageId, change])
    if (this.#state !== undefined) this.#apply(this.#state, change)
  }

  /** Discards the state, after messages were lost: the next `get` loads it again. */
  clear(): void {
    this.#state = undefined
    this.#loading = undefined
  }
}
