import { parseArgs } from 'node:util'
import { fuzzMarket, fuzzProduction } from '../src/testing/index.ts'

const MARKET_STEPS_PER_SEED = 50_000
const FEES_BASIS_POINTS = [0, 250, 33, 10_000]
const COMMANDS_PER_WORLD = 2_000
const WORLDS_PER_LINE = 50

/**
 * Runs the market against its naive twin, and random worlds of market and production: `--steps` and `--worlds` in
 * all, `--only` one of the two, `--seed` to repeat one failure.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    steps: { type: 'string', default: '1000000' },
    worlds: { type: 'string', default: '1000' },
    seed: { type: 'string' },
  },
})

if (values.only !== 'production') runMarket(Number(values.steps), values.seed)
if (values.only !== 'market') runProduction(Number(values.worlds), values.seed)

function runMarket(steps: number, onlySeed: string | undefined): void {
  for (const [index, seed] of seedsOf('market', Math.ceil(steps / MARKET_STEPS_PER_SEED), onlySeed).entries()) {
    const fee = FEES_BASIS_POINTS[index % FEES_BASIS_POINTS.length] ?? 0
    const report = fuzzMarket(seed, Math.min(steps, MARKET_STEPS_PER_SEED), fee)
    console.log(
      `${seed} (fee ${fee}): ${report.steps} commands, ${report.accepted} accepted, ${report.trades} trades, no difference`,
    )
  }
}

function runProduction(worlds: number, onlySeed: string | undefined): void {
  const seeds = seedsOf('production', worlds, onlySeed)
  let [accepted, settled] = [0, 0]
  for (const [index, seed] of seeds.entries()) {
    const report = fuzzProduction(seed, COMMANDS_PER_WORLD)
    accepted += report.accepted
    settled += report.settled
    if ((index + 1) % WORLDS_PER_LINE === 0 || index === seeds.length - 1) {
      console.log(
        `${index + 1} worlds of ${COMMANDS_PER_WORLD} commands: ${accepted} accepted, ${settled} jobs and groups settled once, nothing broken`,
      )
    }
  }
}

function seedsOf(name: string, count: number, onlySeed: string | undefined): string[] {
  return onlySeed === undefined ? Array.from({ length: count }, (_, index) => `${name}-${index}`) : [onlySeed]
}
