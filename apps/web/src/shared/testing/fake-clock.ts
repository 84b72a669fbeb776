import type { Clock } from '../timing/clock.ts'

interface Planned {
  readonly atMs: number
  readonly work: () => void
}

/** A clock that moves only when told to. */
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

  /** Runs everything due within the time, in order, also what it plans in turn. */
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

  /** Lets time pass in which no timer runs, as while a device sleeps. */
  sleep(byMs: number): void {
    this.#sleptMs += byMs
  }

  /** Delays until what is planned, shortest first. */
  get waitingMs(): readonly number[] {
    return this.#planned.map(({ atMs }) => atMs - this.#nowMs).toSorted((a, b) => a - b)
  }
}
