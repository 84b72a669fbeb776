import type { Rng } from '@clutch/economy'

/** Thrown where a process is killed: whoever was doing something is gone. */
export class Killed extends Error {}

/** What befalls processes, until somebody says that it is over. */
export class Hazards {
  readonly #rng: Rng
  readonly #killPercent: number
  #kills = 0
  #isOver = false

  /** @param killPercent with what chance in a hundred a process dies at a point where it may. */
  constructor(rng: Rng, killPercent: number) {
    this.#rng = rng
    this.#killPercent = killPercent
  }

  get kills(): number {
    return this.#kills
  }

  get areOver(): boolean {
    return this.#isOver
  }

  end(): void {
    this.#isOver = true
  }

  /** @throws Killed by chance. */
  mayDie(): void {
    if (this.#doesStrike(this.#killPercent)) throw this.#kill()
  }

  /** Whether a process, half as likely to be killed, will be; the caller loses what it did and did not write down. */
  isOtherKilled(): boolean {
    const isKilled = this.#doesStrike(this.#killPercent / 2)
    if (isKilled) this.#kill()
    return isKilled
  }

  #kill(): Killed {
    this.#kills += 1
    return new Killed()
  }

  #doesStrike(percent: number): boolean {
    return !this.#isOver && this.#rng.below(10_000) < percent * 100
  }
}
