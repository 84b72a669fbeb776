import { salaryPerUnit, type RentableItem } from '../src/areas/rent/terms.ts'
import { advancePool, owedOf } from '../src/areas/rent/rent-pool.ts'
import { rngFromText, type Rng } from '../src/core/chance/rng.ts'
import type { Command } from '../src/core/command.ts'
import { COINS } from '../src/core/ledger/accounts.ts'
import { asCoins, type ItemId, type UserId } from '../src/core/numbers.ts'
import { findViolations } from '../src/economy.ts'
import { FREE_MARKET, SampleEconomy, userNumber } from './fixture.ts'
import { NaiveRent, STOCK } from './naive-rent.ts'
import { INGOT, SICKLE } from './sample-recipes.ts'

const USERS = [1, 2, 3].map(userNumber)
const ITEMS = [SICKLE, INGOT]
const SECOND_MS = 1_000
const START_MS = 1_000_000_000_000

export interface RentFuzzReport {
  readonly accepted: number
  readonly paidCoins: number
}

/**
 * Compares random rentals, returns, payments and pack changes with a model that pays second by second. After every step
 * players are owed exactly the same and all invariants hold.
 * @throws naming seed and step of the first difference; the same seed reproduces it.
 */
export function fuzzRent(seed: string, steps: number): RentFuzzReport {
  const rng = rngFromText(seed)
  const rent = new Map<ItemId, RentableItem>(ITEMS.map((itemId) => [itemId, randomTerms(rng)]))
  const economy = new SampleEconomy(USERS, FREE_MARKET, { rent })
  economy.nowMs = START_MS
  const naive = new NaiveRent(rent, Math.floor(START_MS / SECOND_MS))
  for (const userId of USERS) {
    const items = ITEMS.map((itemId) => ({ itemId, count: STOCK }))
    economy.run({ type: 'grant', userId, kind: 'quest_drop', coins: 0, items })
  }
  let accepted = 0
  for (let step = 0; step < steps; step += 1) {
    const command = randomCommand(rng, economy)
    if (rng.below(3) === 0) economy.nowMs += rng.below(10) === 0 ? rng.below(2_000_000) : rng.below(20_000)
    // The command advances the clock once more.
    naive.passUntil(Math.floor((economy.nowMs + 1) / SECOND_MS))
    if (command.type === 'adopt_rent_terms') rent.set(command.itemId, randomTerms(rng))
    const real = economy.run(command)
    const expected = naive.run(command)
    if (real.ok !== expected) throw new Error(`seed ${seed}, step ${step}: ${JSON.stringify({ command, real })}`)
    if (real.ok) accepted += 1
    const difference = findDifference(economy, naive) ?? findViolations(economy.world)[0]?.detail
    if (difference !== undefined) {
      throw new Error(`seed ${seed}, step ${step}, ${JSON.stringify(command)}: ${difference}`)
    }
  }
  return { accepted, paidCoins: naive.paidCoins }
}

function findDifference(economy: SampleEconomy, naive: NaiveRent): string | undefined {
  const { world, nowMs } = economy
  for (const userId of USERS) {
    if (world.balanceOf(userId, COINS).free !== naive.coinsOf(userId)) {
      return `${userId} was paid ${world.balanceOf(userId, COINS).free}, should be ${naive.coinsOf(userId)}`
    }
    for (const itemId of ITEMS) {
      const [rental, pool] = [world.account(userId).rentals.get(itemId), world.rentPools.get(itemId)]
      const real = rental === undefined || pool === undefined ? 0n : owedOf(rental, advancePool(pool, nowMs))
      const { owed, units } = naive.of(userId, itemId)
      if (real !== owed) return `${userId} is owed ${real} for ${itemId}, should be ${owed}`
      if ((rental?.units ?? 0) !== units) return `${userId} rents ${rental?.units ?? 0} of ${itemId}`
      if (world.balanceOf(userId, itemId).free !== STOCK - units) return `${userId} lost some of ${itemId}`
    }
  }
  return undefined
}

function randomCommand(rng: Rng, economy: SampleEconomy): Command {
  const userId: UserId = USERS[rng.below(USERS.length)] ?? userNumber(1)
  const itemId = ITEMS[rng.below(ITEMS.length)] ?? SICKLE
  const dice = rng.below(20)
  if (dice < 8) return { type: 'rent_put', userId, itemId, count: rng.below(STOCK) }
  if (dice < 13) {
    const rented = economy.world.account(userId).rentals.get(itemId)?.units ?? 0
    return { type: 'rent_take_back', userId, itemId, count: rng.below(2) === 0 ? rented : rng.below(STOCK) }
  }
  if (dice < 19) return { type: 'rent_take_salary', userId, itemIds: rng.below(2) === 0 ? [itemId] : [itemId, itemId] }
  return { type: 'adopt_rent_terms', userId, itemId }
}

/** Pools that share evenly and pools that never do, below a coin per day and large enough for the cap. */
function randomTerms(rng: Rng): RentableItem {
  const poolPerDay = 1 + rng.below([10, 100_000, 86_400_000, 2 ** 45][rng.below(4)] ?? 1)
  const most = salaryPerUnit({ poolPerDay: asCoins(poolPerDay), salaryMax: asCoins(2 ** 50) }, 1 + rng.below(60))
  const salaryMax = rng.below(2) === 0 ? Math.max(1, Math.floor(most)) : 1 + rng.below(1_000_000)
  return { hall: 'heroes', poolPerDay: asCoins(poolPerDay), salaryMax: asCoins(salaryMax), shop: [] }
}
