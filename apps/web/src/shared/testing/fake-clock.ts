import type { Clock } from '../timing/clock.ts'

interface Planned {
  readonly atMs: number
  readonly work: () => void
}

/** A clock that tests advance by hand. */
export class FakeClock implements Clock {
  #nowMs = 0
  #sleptMs = 0
  #planned: Planned[] = []

  nowMs(): number {
    return this.#nowMs + this.#sleptMs
  }

  schedule(work: () => void, delayMs: number) {
    const planned = { atMs: this.#nowMs + delayMs, work }
    this.#planned.push(planned)
    return {
      cancel: () => {
        this.#planned = this.#planned.filter((entry) => entry !== planned)
      },
    }
  }

  /** Runs all timers due within the time in order, including those they schedule. */
  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs
    for (;;) {
      const [next] = this.#planned.filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)
      if (next === undefined) break
      this.#planned = this.#planned.filter((entry) => entry !== next)
      this.#nowMs = next.atMs
      next.work()
    }
    this.#nowMs = untilMs
  }

  /** Advances without running timers, like a sleeping device. */
  sleep(byMs: number): void {
    this.#sleptMs += byMs
  }

  /** Delays of the scheduled timers, shortest first. */
  get waitingMs(): readonly number[] {
    return this.#planned.map(({ atMs }) => atMs - this.#nowMs).toSorted((a, b) => a - b)
  }
}
