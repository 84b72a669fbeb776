import type { Rng } from '@clutch/economy'

/** Thrown where a process is killed, to unwind its work. */
export class Killed extends Error {}

/** Random kills of processes, until they are switched off. */
export class Hazards {
  readonly #rng: Rng
  readonly #killPercent: number
  #kills = 0
  #isOver = false

  /** @param killPercent chance in a hundred that a process dies at a point where it may. */
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

  /** Whether the other process is killed, at half the chance; if so, the caller must drop its unsaved changes. */
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
