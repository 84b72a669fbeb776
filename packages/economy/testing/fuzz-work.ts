import { rngFromText, type Rng } from '../src/core/chance/rng.ts'
import type { EconomyEvent } from '../src/core/event.ts'
import { findViolations } from '../src/economy.ts'
import { compareWork } from './compare-work.ts'
import { userNumber } from './fixture.ts'
import type { Luck } from './naive-stock.ts'
import { NaiveWork } from './naive-work.ts'
import { momentOf, ProductionReplay, STYLES } from './production-replay.ts'
import { randomCatalogue } from './random-recipes.ts'
import { RandomWork } from './random-work.ts'

const USERS = [1, 2].map(userNumber)
const START_MS = 1_000_000_000_000

export interface WorkFuzzReport {
  readonly accepted: number
  /** Jobs and harvest groups that ended. */
  readonly ended: number
}

/**
 * Runs random recipes, commands and jumps of time through the rules and the naive twin, and compares outcomes, stock
 * and work after each command. The seed decides whether work is settled at once, late, or in portions with restarts.
 * Draws are all lowest or all highest at any time, so that single runs and groups give the same result.
 * @throws naming seed and step of the first difference; the same seed reproduces it.
 */
export function fuzzWork(seed: string, commands: number): WorkFuzzReport {
  const life = new FuzzLife(seed)
  for (let step = 1; step <= commands; step += 1) life.step(step)
  life.finish()
  return { accepted: life.accepted, ended: life.ended }
}

class FuzzLife {
  accepted = 0
  ended = 0
  readonly #seed: string
  readonly #isEager: boolean
  readonly #random: RandomWork
  readonly #real: ProductionReplay
  readonly #twin: NaiveWork
  #events: EconomyEvent[] = []
  #nowMs = START_MS

  constructor(seed: string) {
    const rng = rngFromText(seed)
    const catalogue = randomCatalogue(rng)
    const luckAt = (moment: number): Luck => (rngFromText(`${seed}/${moment}`).below(2) === 0 ? 'always' : 'never')
    const style = (['eager', 'lazy', 'choppy'] as const)[rng.below(3)] ?? 'eager'
    this.#seed = seed
    this.#isEager = style === 'eager'
    this.#random = new RandomWork(rng, catalogue, USERS)
    this.#twin = new NaiveWork(catalogue, USERS, luckAt)
    this.#real = new ProductionReplay(USERS, STYLES[style], `${seed}/${style}`, {
      catalogue,
      rngFor: (operationId) => rngOfLuck(luckAt(momentOf(operationId))),
      watch: (events) => this.#events.push(...events),
    })
  }

  step(step: number): void {
    this.#nowMs = this.#random.nextMs(this.#nowMs, this.#twin)
    const command = this.#random.next(this.#twin)
    this.#events = []
    this.#naming(`step ${step}, ${this.#nowMs - START_MS} ms, ${JSON.stringify(command)}`, () => {
      const expected = this.#twin.run(command, this.#nowMs, step)
      const actual = this.#real.run({ atMs: this.#nowMs, command })
      if (actual !== expected) throw new Error(`should be ${expected}, is ${actual}`)
      if (actual === 'ok') this.accepted += 1
      this.#follow()
      for (const userId of this.#isEager ? USERS : [command.userId]) compareWork(this.#real.world, this.#twin, userId)
      const violations = findViolations(this.#real.world)
      if (violations.length > 0) throw new Error(JSON.stringify(violations))
    })
  }

  /** Settles all remaining work and compares once more. */
  finish(): void {
    this.#events = []
    this.#naming('at the end', () => {
      this.#real.settleAll(this.#nowMs)
      this.#follow()
      for (const userId of USERS) compareWork(this.#real.world, this.#twin, userId)
    })
  }

  /** Gives the twin's jobs the ids of the real ones. */
  #follow(): void {
    for (const event of this.#events) {
      if (event.type === 'job_queued') this.#twin.nameLastJob(event.job.userId, event.job.queue, event.job.id)
      if (event.type === 'job_ended' || event.type === 'harvest_ended') this.ended += 1
    }
  }

  #naming(what: string, run: () => void): void {
    try {
      run()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`seed ${this.#seed}, ${what}: ${reason}`, { cause: error })
    }
  }
}

/** A generator whose draws are all lowest or all highest. */
function rngOfLuck(luck: Luck): Rng {
  return { below: (bound) => (luck === 'always' ? 0 : bound - 1) }
}
