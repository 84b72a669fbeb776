/** A clock that is set forward by hand; what is to happen later does when it passes. */
export class LateClock {
  readonly #later: { readonly atMs: number; readonly act: () => void }[] = []
  #nowMs: number

  constructor(startMs: number) {
    this.#nowMs = startMs
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** Does something once the clock stands there. */
  at(atMs: number, act: () => void): void {
    this.#later.push({ atMs, act })
  }

  /** Sets the clock forward, never back. */
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
