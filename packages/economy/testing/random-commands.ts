import { openLeg } from '../src/areas/exchange/exchange.ts'
import { QUEUES, asJobId } from '../src/areas/jobs/job.ts'
import { asLotId } from '../src/areas/marketplace/lot.ts'
import type { Rng } from '../src/core/chance/rng.ts'
import type { Command } from '../src/core/command.ts'
import { WORLD } from '../src/core/ledger/accounts.ts'
import { asCoins, asRecipeId, type ItemId, type RecipeId, type UserId } from '../src/core/numbers.ts'
import type { World } from '../src/core/world.ts'
import * as recipes from './sample-recipes.ts'

const GOODS = [recipes.ORE, recipes.INGOT, recipes.HERB, recipes.SICKLE, recipes.GOLDEN_SICKLE, recipes.SCRAP]
const GRANTED = [...GOODS, recipes.TONIC, recipes.CRATE, recipes.LUCKY_BAG]
const CRAFTS = [recipes.SMELT, recipes.FORGE, recipes.UNPACK, recipes.STALL]
const HARVESTS = [recipes.MEADOW, recipes.HEAP]
const FARMS = [recipes.WORKSHOP, recipes.WORKSHOP, recipes.STALL]

/** Random commands for a small world, some of them invalid. */
export class RandomCommands {
  readonly #rng: Rng
  readonly #users: readonly UserId[]
  readonly #fallbackUser: UserId

  constructor(rng: Rng, users: readonly [UserId, ...UserId[]]) {
    this.#rng = rng
    this.#users = users
    this.#fallbackUser = users[0]
  }

  next(world: World): Command {
    const dice = this.#rng.below(100)
    const userId = this.#pick(this.#users) ?? this.#fallbackUser
    if (dice < 20) return this.#grant(userId)
    if (dice < 45) return this.#order(userId)
    if (dice < 49) return this.#cancelLot(world, userId)
    if (dice < 50) return this.#freeze(world, userId)
    if (dice < 52) return this.#spin(userId)
    if (dice < 67) return this.#craft(userId)
    if (dice < 78) return this.#farm(userId)
    if (dice < 84) return this.#cancelJob(world, userId)
    if (dice < 93) return this.#setHarvest(userId)
    if (dice < 97) return this.#rent(userId)
    if (dice < 98) return this.#exchange(world, userId)
    if (dice < 99) return this.#refer(userId)
    return { type: 'activate_energy', userId }
  }

  #spin(userId: UserId): Command {
    if (this.#rng.below(4) === 0) return { type: 'set_client_seed', userId, clientSeed: `seed-${this.#rng.below(99)}` }
    return { type: 'spin', userId, count: this.#rng.below(12) }
  }

  /** Registers a referral or earns it; repetitions must have no effect. */
  #refer(userId: UserId): Command {
    if (this.#rng.below(3) > 0) return { type: 'earn_referral', userId, tradedCoins: asCoins(this.#rng.below(150)) }
    const referrerId = this.#pick(this.#users)
    const person = { steamId: '', name: '', isNameConfirmed: true, language: 'en' }
    return { type: 'register_player', userId, ...person, referrerId }
  }

  /** Milliseconds until the next command: mostly none, occasionally most of an hour. */
  gapMs(): number {
    const dice = this.#rng.below(100)
    if (dice < 60) return this.#rng.below(50)
    if (dice < 90) return this.#rng.below(5_000)
    if (dice < 99) return this.#rng.below(60_000)
    return this.#rng.below(2_400_000)
  }

  #grant(userId: UserId): Command {
    const itemId = this.#pick(GRANTED) ?? recipes.ORE
    const count = this.#rng.below(8) === 0 ? this.#rng.below(2_000) : this.#rng.below(30)
    return { type: 'grant', userId, kind: 'quest_drop', coins: this.#rng.below(3_000), items: [{ itemId, count }] }
  }

  #order(userId: UserId): Command {
    return {
      type: 'place_lot',
      userId,
      side: this.#rng.below(2) === 0 ? 'buy' : 'sell',
      itemId: this.#pick(GOODS) ?? recipes.ORE,
      price: 40 + this.#rng.below(20),
      count: 1 + this.#rng.below(12),
      mode: this.#rng.below(3) === 0 ? 'now' : 'rest',
      preferred: { currency: 'coin', price: 0 },
    }
  }

  #cancelLot(world: World, userId: UserId): Command {
    const lots = Array.from(world.marketplace.books(), (book) => [...book.lots()]).flat()
    const lot = this.#pick(lots)
    return { type: 'cancel_lot', userId: lot?.ownerId ?? userId, lotId: lot?.id ?? asLotId('none') }
  }

  /** Mostly unfreezes, since a world without trading proves little. */
  #freeze(world: World, userId: UserId): Command {
    const itemId = this.#pick(GOODS) ?? recipes.ORE
    const dice = this.#rng.below(8)
    if (dice < 2) return { type: 'freeze_trading', userId, reason: '', lotIds: [] }
    if (dice < 4) return { type: 'freeze_item', userId: WORLD, itemId, reason: '' }
    if (dice < 6) return { type: 'clear_book', userId: WORLD, itemId }
    if (dice < 7) return { type: 'freeze_item', userId: WORLD, itemId, reason: 'under investigation' }
    const lots = [...world.marketplace.book(itemId).lots()].map(({ id }) => id)
    return { type: 'freeze_trading', userId, reason: 'under investigation', lotIds: lots }
  }

  #craft(userId: UserId): Command {
    return { type: 'start_craft', userId, recipeId: this.#pick(CRAFTS) ?? recipes.SMELT, count: this.#count() }
  }

  #farm(userId: UserId): Command {
    const first = this.#rng.below(2) === 0 ? recipes.INGOT : recipes.HERB
    const second = this.#rng.below(2) === 0 ? recipes.ORE : recipes.SCRAP
    const recipeId = this.#pick(FARMS) ?? recipes.WORKSHOP
    const inputIds = recipeId === recipes.STALL ? [] : [first, second]
    if (this.#rng.below(20) === 0) inputIds.pop()
    return { type: 'start_factory', userId, recipeId, inputIds, count: this.#count() }
  }

  #cancelJob(world: World, userId: UserId): Command {
    const queue = this.#pick(QUEUES) ?? 'craft'
    const job = this.#pick(world.account(userId).jobs.queue(queue))
    return { type: 'cancel_job', userId, queue, jobId: job?.id ?? asJobId('none') }
  }

  #setHarvest(userId: UserId): Command {
    const recipeId: RecipeId = this.#rng.below(50) === 0 ? asRecipeId(99) : (this.#pick(HARVESTS) ?? recipes.HEAP)
    const slots =
      recipeId === recipes.MEADOW
        ? [this.#selections([recipes.SICKLE, recipes.GOLDEN_SICKLE]), this.#selections([recipes.ORE, recipes.HERB])]
        : [this.#selections([recipes.SCRAP])]
    const maxParallel = this.#rng.below(2) === 0 ? 0 : this.#rng.below(40)
    return { type: 'set_harvest', userId, recipeId, enabled: this.#rng.below(5) > 0, maxParallel, slots }
  }

  #rent(userId: UserId): Command {
    const itemId = this.#pick([recipes.SICKLE, recipes.INGOT]) ?? recipes.SICKLE
    const count = this.#count()
    const dice = this.#rng.below(8)
    if (dice < 3) return { type: 'rent_put', userId, itemId, count }
    if (dice < 5) return { type: 'rent_take_back', userId, itemId, count }
    if (dice < 7) return { type: 'rent_take_salary', userId, itemIds: [itemId] }
    return { type: 'rent_buy', userId, rentId: recipes.SICKLE, itemId: recipes.LUCKY_BAG, count }
  }

  /** The ledger's side of exchanges with random platform responses. */
  #exchange(world: World, userId: UserId): Command {
    const open = this.#pick([...world.account(userId).exchanges.values()])
    const dice = this.#rng.below(10)
    if (open === undefined || dice === 0) {
      const currency = this.#rng.below(3) === 0 ? 'silver' : 'bronze'
      if (this.#rng.below(2) === 0) return { type: 'exchange_from_steam', userId, currency, count: this.#count() }
      return { type: 'exchange_to_steam', userId, currency, coins: this.#rng.below(2_000) }
    }
    const exchangeId = open.id
    const leg = openLeg(open)
    if (leg === undefined) {
      return { type: 'plan_exchange', userId, exchangeId, stacks: [{ stackId: '1', count: this.#rng.below(3) }] }
    }
    if (dice < 5) return { type: 'attempt_exchange', userId, exchangeId }
    if (dice < 6) return { type: 'decide_exchange', userId, exchangeId, wasDone: this.#rng.below(2) === 0 }
    const outcome = this.#pick(['confirmed', 'refused', 'ambiguous', 'postponed'] as const) ?? 'ambiguous'
    const { requestId, attempts: attempt } = leg
    return { type: 'resolve_attempt', userId, exchangeId, requestId, attempt, outcome, detail: '' }
  }

  #selections(items: readonly ItemId[]) {
    return items
      .filter(() => this.#rng.below(4) > 0)
      .map((itemId) => ({
        itemId,
        limit: this.#rng.below(3) === 0 ? this.#rng.below(20) : 0,
        priority: this.#rng.below(3),
        max: this.#rng.below(4) === 0 ? this.#rng.below(10) : 0,
      }))
  }

  #count(): number {
    if (this.#rng.below(30) === 0) return this.#pick([0, -1, 0.5, 1_001, 1_000, 2 ** 53]) ?? 0
    return 1 + this.#rng.below(this.#rng.below(4) === 0 ? 20 : 3)
  }

  #pick<Value>(values: readonly Value[]): Value | undefined {
    return values[this.#rng.below(Math.max(1, values.length))]
  }
}
