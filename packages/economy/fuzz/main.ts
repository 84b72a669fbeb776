import { parseArgs } from 'node:util'
import {
  exploreTrades,
  fuzzBlocking,
  fuzzMarket,
  fuzzProduction,
  fuzzRent,
  fuzzSocial,
  fuzzWork,
} from '../testing/index.ts'

const MARKET_STEPS_PER_SEED = 50_000
const FEES_BASIS_POINTS = [0, 250, 33, 10_000]
const COMMANDS_PER_WORLD = 2_000
const WORLDS_PER_LINE = 50
const COMMANDS_PER_LIFE = 40
const LIVES_PER_LINE = 1_000
const STEPS_PER_HALL = 200
const HALLS_PER_LINE = 500

const SOCIAL_STEPS_PER_SEED = 20_000
const SOCIAL_SHARE = 5
const BLOCKS_PER_SEED = 100
const STEPS_AFTER_BLOCK = 60

/**
 * Property tests: compares market, work and rent with their naive twins, checks invariants in random worlds and
 * friendships, and explores interleavings of two traders' calls. `--steps`, `--lives`, `--halls` and `--worlds` set how
 * many, `--depth` the depth of the interleavings, `--only` one of market, work, rent, production, social or trades, and
 * `--seed` repeats one failure.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    steps: { type: 'string', default: '1000000' },
    lives: { type: 'string', default: '5000' },
    halls: { type: 'string', default: '2000' },
    worlds: { type: 'string', default: '1000' },
    depth: { type: 'string', default: '6' },
    seed: { type: 'string' },
  },
})

const { only, seed } = values
if (only === undefined || only === 'market') runMarket(Number(values.steps), seed)
if (only === undefined || only === 'work') runWork(Number(values.lives), seed)
if (only === undefined || only === 'rent') runRent(Number(values.halls), seed)
if (only === undefined || only === 'production') runProduction(Number(values.worlds), seed)
if (only === undefined || only === 'social') runSocial(Number(values.steps), seed)
if (only === undefined || only === 'trades') runTrades(Number(values.depth))

function runMarket(steps: number, onlySeed: string | undefined): void {
  for (const [index, seed] of seedsOf('market', Math.ceil(steps / MARKET_STEPS_PER_SEED), onlySeed).entries()) {
    const fee = FEES_BASIS_POINTS[index % FEES_BASIS_POINTS.length] ?? 0
    const report = fuzzMarket(seed, Math.min(steps, MARKET_STEPS_PER_SEED), fee)
    console.log(
      `${seed} (fee ${fee}): ${report.steps} commands, ${report.accepted} accepted, ${report.trades} trades, no differences`,
    )
  }
}

function runWork(lives: number, onlySeed: string | undefined): void {
  const seeds = seedsOf('work', lives, onlySeed)
  let [accepted, ended] = [0, 0]
  for (const [index, seed] of seeds.entries()) {
    const report = fuzzWork(seed, COMMANDS_PER_LIFE)
    accepted += report.accepted
    ended += report.ended
    if ((index + 1) % LIVES_PER_LINE === 0 || index === seeds.length - 1) {
      console.log(
        `${index + 1} lives of ${COMMANDS_PER_LIFE} commands (last: ${seed}): ${accepted} accepted, ${ended} jobs and groups ended, no differences`,
      )
    }
  }
}

function runRent(halls: number, onlySeed: string | undefined): void {
  const seeds = seedsOf('rent', halls, onlySeed)
  let [accepted, paid] = [0, 0]
  for (const [index, seed] of seeds.entries()) {
    const report = fuzzRent(seed, STEPS_PER_HALL)
    accepted += report.accepted
    paid += report.paidCoins
    if ((index + 1) % HALLS_PER_LINE === 0 || index === seeds.length - 1) {
      console.log(
        `${index + 1} halls of ${STEPS_PER_HALL} steps (last: ${seed}): ${accepted} accepted, ${paid} coins paid, no differences`,
      )
    }
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
        `${index + 1} worlds of ${COMMANDS_PER_WORLD} commands: ${accepted} accepted, ${settled} jobs and groups settled once, no violations`,
      )
    }
  }
}

function runSocial(steps: number, onlySeed: string | undefined): void {
  for (const seed of seedsOf('social', Math.ceil(steps / SOCIAL_SHARE / SOCIAL_STEPS_PER_SEED), onlySeed)) {
    const { accepted, completed } = fuzzSocial(seed, Math.min(steps, SOCIAL_STEPS_PER_SEED))
    for (let block = 0; block < BLOCKS_PER_SEED; block += 1) fuzzBlocking(`${seed}/${block}`, STEPS_AFTER_BLOCK)
    console.log(`${seed}: ${accepted} accepted, ${completed} trades completed, no violations, no block revealed`)
  }
}

function runTrades(depth: number): void {
  const { states, calls, completed } = exploreTrades(depth)
  console.log(`trades to depth ${depth}: ${calls} calls, ${states} states, ${completed} completed, no violations`)
}

function seedsOf(name: string, count: number, onlySeed: string | undefined): string[] {
  return onlySeed === undefined ? Array.from({ length: count }, (_, index) => `${name}-${index}`) : [onlySeed]
}
