/** A clock that is advanced by hand and runs scheduled actions as it passes them. */
export class LateClock {
  readonly #later: { readonly atMs: number; readonly act: () => void }[] = []
  #nowMs: number

  constructor(startMs: number) {
    this.#nowMs = startMs
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** Schedules an action for a time. */
  at(atMs: number, act: () => void): void {
    this.#later.push({ atMs, act })
  }

  /** Advances the clock, never backwards. */
  pass(untilMs: number): void {
    for (;;) {
      const [first] = this.#later.toSorted((a, b) => a.atMs - b.atMs)
      if (first === undefined || first.atMs > untilMs) break
      this.#later.splice(this.#later.indexOf(first), 1)
      this.#nowMs = Math.max(this.#nowMs, first.atMs)
      first.act()
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs)
  }
}
