import { describe, expect, it } from 'vitest'
import { prizeIndexOf, rollOf, seedHashOf, tableHashOf, totalWeightOf, verifySpin, type SpinClaim } from './spin.ts'

const SEED = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, '0')).join('')
const WEIGHTS = [700, 250, 49, 1].map((weight) => ({ weight }))
/**
 * `SPINS=1000000 npx vitest run packages/contract/src/fair/spin.test.ts` makes a million spins, which takes half a
 * minute.
 */
const SPINS = Number(process.env['SPINS'] ?? 10_000)
const source = (nonce: number) => ({ seed: SEED, clientSeed: 'player-1', nonce })

describe('a spin', () => {
  it('matches the published test vector', () => {
    expect(seedHashOf(SEED)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd')
    const rolls = [0, 4].map((nonce) => rollOf(source(nonce), totalWeightOf(WEIGHTS)))
    expect(rolls).toEqual([608, 867])
    expect(rolls.map((roll) => prizeIndexOf(roll, WEIGHTS))).toEqual([0, 1])
  })

  it('goes to the first prize whose cumulative weight exceeds it', () => {
    expect([0, 699, 700, 949, 950, 998, 999].map((roll) => prizeIndexOf(roll, WEIGHTS))).toEqual([0, 0, 1, 1, 2, 2, 3])
  })

  it('is uniform, and draws each prize by its weight', { timeout: 300_000 }, () => {
    const total = totalWeightOf(WEIGHTS)
    const tenths = Array.from({ length: 10 }, () => 0)
    const prizes = WEIGHTS.map(() => 0)
    for (let nonce = 0; nonce < SPINS; nonce += 1) {
      const roll = rollOf(source(nonce), total)
      const [tenth, prize] = [Math.floor((roll * tenths.length) / total), prizeIndexOf(roll, WEIGHTS)]
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
      prizes[prize] = (prizes[prize] ?? 0) + 1
    }
    // Critical values at 0.1 %; the draws are deterministic for a number of spins.
    expect(chiSquare(tenths, () => 1 / tenths.length)).toBeLessThan(27.9)
    expect(chiSquare(prizes, (index) => (WEIGHTS[index]?.weight ?? 0) / total)).toBeLessThan(16.3)
  })

  it('stays within the largest table', () => {
    for (let nonce = 0; nonce < 100; nonce += 1) expect(rollOf(source(nonce), 2 ** 32)).toBeLessThan(2 ** 32)
    expect(rollOf(source(7), 1)).toBe(0)
  })
})

/** Pearson's chi-square of observed counts and expected shares. */
function chiSquare(seen: readonly number[], shareOf: (index: number) => number): number {
  return seen.reduce((sum, count, index) => {
    const expected = SPINS * shareOf(index)
    return sum + (count - expected) ** 2 / expected
  }, 0)
}

describe('the verification', () => {
  const prizes = [
    { item_id: 0, count: 5, weight: 700 },
    { item_id: 1_001, count: 1, weight: 300 },
  ]
  const roll = rollOf(source(3), 1_000)
  const claim: SpinClaim = {
    ...source(3),
    seedHash: seedHashOf(SEED),
    tableHash: tableHashOf(prizes),
    prizes,
    roll,
    prizeIndex: prizeIndexOf(roll, prizes),
  }
  it('accepts a fair spin', () => {
    expect(verifySpin(claim)).toBe('fair')
  })

  it.each<[string, Partial<SpinClaim>, string]>([
    ['a seed that is none', { seed: 'zz' }, 'invalid_seed'],
    ['another seed', { seed: SEED.replace('00', '01') }, 'other_seed'],
    ['another hash', { seedHash: '0'.repeat(64) }, 'other_seed'],
    ['another client seed', { clientSeed: 'player-2' }, 'other_roll'],
    ['another nonce', { nonce: 4 }, 'other_roll'],
    ['another roll', { roll: (roll + 1) % 1_000 }, 'other_roll'],
    ['another prize', { prizeIndex: 1 - claim.prizeIndex }, 'other_prize'],
    ['another weight', { prizes: [{ ...prizes[0], weight: 701 }, prizes[1]] as never }, 'other_table'],
    ['another count', { prizes: [{ ...prizes[0], count: 6 }, prizes[1]] as never }, 'other_table'],
    ['another item', { prizes: [{ ...prizes[0], item_id: 1 }, prizes[1]] as never }, 'other_table'],
    ['another table’s hash', { tableHash: '0'.repeat(64) }, 'other_table'],
  ])('notices %s', (_, changed, verdict) => {
    expect(verifySpin({ ...claim, ...changed })).toBe(verdict)
  })
})
