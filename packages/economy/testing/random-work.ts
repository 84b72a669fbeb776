import type { HarvestSelection, SetHarvest } from '../src/areas/harvest/settings.ts'
import { asJobId } from '../src/areas/jobs/job.ts'
import type { Catalogue } from '../src/core/catalogue.ts'
import type { Rng } from '../src/core/chance/rng.ts'
import type { ItemId, RecipeId, UserId } from '../src/core/numbers.ts'
import type { NaiveWork, WorkCommand } from './naive-work.ts'
import { CRAFT_IDS, FACTORY_IDS, GOODS, HARVEST_IDS } from './random-recipes.ts'
import { CRATE, LUCKY_BAG, TONIC } from './sample-recipes.ts'

/** Random commands for craft, factory, harvest and energy, some of them invalid, with their times. */
export class RandomWork {
  readonly #rng: Rng
  readonly #catalogue: Catalogue
  readonly #users: readonly UserId[]
  /** Half of the runs are about long queues: much stock, many starts and cancels in a short time. */
  readonly #isBusy: boolean
  /** Players who still need their initial stock. */
  readonly #beginners: UserId[]

  constructor(rng: Rng, catalogue: Catalogue, users: readonly UserId[]) {
    this.#rng = rng
    this.#catalogue = catalogue
    this.#users = users
    this.#isBusy = rng.below(2) === 0
    this.#beginners = this.#isBusy ? [...users] : []
  }

  /** Often exactly when something starts or ends, or a millisecond before or after. */
  nextMs(nowMs: number, work: NaiveWork): number {
    const dice = this.#rng.below(10)
    if (dice < 4) {
      const moments = [...work.players.values()].flatMap(({ queues, harvest, energisedUntilMs }) => [
        ...[...queues.craft, ...queues.factory, ...harvest.runs].flatMap(({ startMs, endMs }) => [startMs, endMs]),
        energisedUntilMs,
      ])
      const moment = this.#pickOrNone(moments.filter((each) => each >= nowMs)) ?? nowMs
      return Math.max(nowMs, moment - 1 + this.#rng.below(3))
    }
    if (dice < 7 || this.#isBusy) return nowMs + this.#rng.below(3)
    return nowMs + this.#rng.below(dice < 9 ? 4_000 : 120_000)
  }

  next(work: NaiveWork): WorkCommand {
    const beginner = this.#beginners.pop()
    if (beginner !== undefined) return endowment(beginner)
    const userId = this.#pick(this.#users)
    const dice = this.#rng.below(100)
    if (this.#isBusy) return this.#nextOfQueues(dice, work, userId)
    if (dice < 22) return this.#grant(userId)
    if (dice < 24) return { type: 'consume', userId, asset: this.#pick(GOODS), count: this.#count() }
    if (dice < 44) return { type: 'start_craft', userId, recipeId: this.#idOf(CRAFT_IDS), count: this.#count() }
    if (dice < 60) return this.#factory(userId)
    if (dice < 74) return this.#cancel(work, userId)
    if (dice < 92) return this.#harvest(userId)
    return { type: 'activate_energy', userId }
  }

  #nextOfQueues(dice: number, work: NaiveWork, userId: UserId): WorkCommand {
    if (dice < 10) return this.#grant(userId)
    if (dice < 55) return { type: 'start_craft', userId, recipeId: this.#idOf(CRAFT_IDS), count: 1 }
    if (dice < 70) return this.#factory(userId)
    if (dice < 86) return this.#cancel(work, userId)
    return dice < 90 ? this.#harvest(userId) : { type: 'activate_energy', userId }
  }

  #grant(userId: UserId): WorkCommand {
    const items = Array.from({ length: 1 + this.#rng.below(3) }, () => ({
      itemId: this.#pick([...GOODS, ...GOODS, TONIC, CRATE, LUCKY_BAG]),
      count: this.#rng.below(12),
    }))
    return { type: 'grant', userId, kind: 'quest_drop', coins: 0, items }
  }

  #factory(userId: UserId): WorkCommand {
    const recipeId = this.#idOf(FACTORY_IDS)
    const slots = this.#catalogue.factoryRecipes.get(recipeId)?.slots ?? []
    const inputIds = slots.map((options) =>
      this.#rng.below(15) === 0 ? this.#pick(GOODS) : this.#pick(options.map(({ itemId }) => itemId)),
    )
    if (this.#rng.below(20) === 0) inputIds.pop()
    if (this.#rng.below(20) === 0) inputIds.push(this.#pick(GOODS))
    return { type: 'start_factory', userId, recipeId, inputIds, count: this.#count() }
  }

  #cancel(work: NaiveWork, userId: UserId): WorkCommand {
    const queue = this.#rng.below(2) === 0 ? 'craft' : 'factory'
    const job = this.#pickOrNone(work.player(userId).queues[queue])
    return { type: 'cancel_job', userId, queue, jobId: asJobId(job?.id ?? 'none') }
  }

  #harvest(userId: UserId): SetHarvest {
    const recipeId = this.#idOf(HARVEST_IDS)
    const maxParallel = this.#rng.below(3) > 0 ? this.#rng.below(6) : this.#pick([0, 10_000, 10_001, -1, 0.5])
    const recipeSlots = this.#catalogue.harvestRecipes.get(recipeId)?.slots ?? []
    const slots = recipeSlots.map(({ items }, slot) =>
      items
        .filter(() => this.#rng.below(4) > 0)
        .map(({ itemId }) => this.#selection(itemId, slot === 0 && (maxParallel === 0 || maxParallel > 9))),
    )
    if (this.#rng.below(25) === 0) slots.push([])
    if (this.#rng.below(25) === 0) slots[0]?.push(this.#selection(this.#pick(GOODS), true))
    return { type: 'set_harvest', userId, recipeId, enabled: this.#rng.below(4) > 0, maxParallel, slots }
  }

  /** @param isBounded where nothing else limits the runs of a profitable recipe. */
  #selection(itemId: ItemId, isBounded: boolean): HarvestSelection {
    const isOdd = this.#rng.below(40) === 0
    return {
      itemId,
      limit: isOdd ? -1 : this.#rng.below(2) * this.#rng.below(8),
      priority: this.#rng.below(40) === 0 ? 10 : this.#rng.below(3),
      max: isBounded || this.#rng.below(3) === 0 ? 1 + this.#rng.below(isBounded ? 20 : 5) : 0,
    }
  }

  #count(): number {
    if (this.#rng.below(30) === 0) return this.#pick([0, -1, 0.5, 1_001, 2 ** 53])
    return 1 + this.#rng.below(this.#rng.below(4) === 0 ? 20 : 2)
  }

  /** Rarely the last, unknown id. */
  #idOf(ids: readonly RecipeId[]): RecipeId {
    return this.#rng.below(40) === 0 ? this.#pick(ids.slice(-1)) : this.#pick(ids.slice(0, -1))
  }

  #pick<Value>(values: readonly Value[]): Value {
    const value = this.#pickOrNone(values)
    if (value === undefined) throw new Error('Nothing to pick from')
    return value
  }

  #pickOrNone<Value>(values: readonly Value[]): Value | undefined {
    return values[this.#rng.below(Math.max(1, values.length))]
  }
}

function endowment(userId: UserId): WorkCommand {
  const items = [...GOODS, TONIC].map((itemId) => ({ itemId, count: 60 }))
  return { type: 'grant', userId, kind: 'quest_drop', coins: 0, items }
}
