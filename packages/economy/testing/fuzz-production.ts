import { rngFromText } from '../src/core/chance/rng.ts'
import { findViolations } from '../src/economy.ts'
import { SettledOnce, checkProduction } from './check-production.ts'
import { userNumber } from './fixture.ts'
import { ProductionReplay, STYLES, type TimedCommand } from './production-replay.ts'
import { RandomCommands } from './random-commands.ts'

const USERS = [1, 2, 3, 4].map(userNumber)
const START_MS = 1_000_000_000_000

export interface ProductionFuzzReport {
  readonly steps: number
  readonly accepted: number
  /** Jobs and harvest groups that ended or were cancelled. */
  readonly settled: number
}

/**
 * Runs random market and production commands with jumps of time, checking all invariants after every step. Replays them
 * settled late, in portions and with restarts, which must give the same state and histories.
 * @throws naming seed and step of the first violation; the same seed reproduces it.
 */
export function fuzzProduction(seed: string, steps: number): ProductionFuzzReport {
  const settledOnce = new SettledOnce()
  const eager = new ProductionReplay(USERS, STYLES.eager, seed, { watch: (events) => settledOnce.watch(events) })
  const commands = new RandomCommands(rngFromText(seed), [userNumber(1), ...USERS.slice(1)])
  const stream: TimedCommand[] = []
  const outcomes: string[] = []
  let atMs = START_MS
  for (let step = 0; step < steps; step += 1) {
    atMs += commands.gapMs()
    const timed = { atMs, command: commands.next(eager.world) }
    stream.push(timed)
    naming(seed, step, timed, () => {
      outcomes.push(eager.run(timed))
      const violations = findViolations(eager.world)
      if (violations.length > 0) throw new Error(JSON.stringify(violations))
      checkProduction(eager.world, timed.atMs)
    })
  }
  eager.settleAll(atMs)
  const expected = JSON.stringify(eager.outcome())
  for (const style of ['lazy', 'choppy'] as const) {
    const again = new ProductionReplay(USERS, STYLES[style], `${seed}/${style}`)
    for (const [step, timed] of stream.entries()) {
      naming(seed, step, timed, () => {
        const outcome = again.run(timed)
        if (outcome !== outcomes[step]) throw new Error(`${style}: should be ${outcomes[step]}, is ${outcome}`)
      })
    }
    again.settleAll(atMs)
    if (JSON.stringify(again.outcome()) !== expected) throw new Error(`seed ${seed}: ${style} gives another outcome`)
  }
  return { steps, accepted: outcomes.filter((outcome) => outcome === 'ok').length, settled: settledOnce.settled }
}

function naming(seed: string, step: number, timed: TimedCommand, run: () => void): void {
  try {
    run()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`seed ${seed}, step ${step}, ${JSON.stringify(timed)}: ${reason}`, { cause: error })
  }
}
