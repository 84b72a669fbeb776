import type { Catalogue } from '../src/core/catalogue.ts'
import type { Commands } from '../src/core/command.ts'
import { asItemId } from '../src/core/numbers.ts'
import { NaiveHarvest } from './naive-harvest.ts'
import { NaiveStock, pickByWeight, type Amount, type Luck } from './naive-stock.ts'

/** The commands the twin supports. */
export type WorkCommand = Commands[
  | 'consume'
  | 'grant'
  | 'start_craft'
  | 'start_factory'
  | 'cancel_job'
  | 'set_harvest'
  | 'activate_energy']

export interface NaiveJob {
  /** The real job's id. */
  id: string
  readonly recipeId: number
  readonly count: number
  readonly inputIds: readonly number[]
  readonly kept: readonly Amount[]
  readonly used: readonly Amount[]
  startMs: number
  endMs: number
}

type QueueName = 'craft' | 'factory'

/** One player's stock and work. */
export class NaivePlayer {
  readonly stock = new NaiveStock()
  readonly harvest: NaiveHarvest
  readonly queues: Readonly<Record<QueueName, NaiveJob[]>> = { craft: [], factory: [] }
  energisedUntilMs = 0

  constructor(catalogue: Catalogue) {
    this.harvest = new NaiveHarvest(catalogue, this.stock)
  }

  /** Every time at which some of the player's work ends, unordered. */
  ends(): number[] {
    const jobs = [...this.queues.craft, ...this.queues.factory]
    return [...jobs, ...this.harvest.runs].map(({ endMs }) => endMs)
  }
}

/**
 * Naive craft, factory, harvest and energy, written as plainly as the rules read: flat lists, single units and runs,
 * everything settled at its due time. Shares only recipes and commands with the real ones.
 */
export class NaiveWork {
  readonly players = new Map<string, NaivePlayer>()
  readonly #catalogue: Catalogue
  readonly #luckAt: (moment: number) => Luck

  /** @param luckAt by the time at which work ends, or by the number of the granting command. */
  constructor(catalogue: Catalogue, users: readonly string[], luckAt: (moment: number) => Luck) {
    this.#catalogue = catalogue
    this.#luckAt = luckAt
    for (const user of users) this.players.set(user, new NaivePlayer(catalogue))
  }

  player(user: string): NaivePlayer {
    const player = this.players.get(user)
    if (player === undefined) throw new Error(`Unknown player ${user}`)
    return player
  }

  /** Sets the id of the job queued last. */
  nameLastJob(user: string, name: QueueName, id: string): void {
    const job = this.player(user).queues[name].at(-1)
    if (job !== undefined) job.id = id
  }

  /** Ends everything due up to a time, the earliest first. */
  advance(untilMs: number): void {
    for (;;) {
      const nextMs = Math.min(...[...this.players.values()].flatMap((player) => player.ends()))
      if (nextMs > untilMs) return
      for (const player of this.players.values()) {
        if (player.ends().includes(nextMs)) this.#settle(player, nextMs)
      }
    }
  }

  /** @returns 'ok' or the rejection's code. */
  run(command: WorkCommand, nowMs: number, number: number): string {
    this.advance(nowMs)
    const player = this.player(command.userId)
    const outcome = this.#decide(command, player, nowMs, this.#luckAt(number))
    player.harvest.startRuns(nowMs)
    return outcome
  }

  #settle(player: NaivePlayer, nowMs: number): void {
    const luck = this.#luckAt(nowMs)
    for (const name of ['craft', 'factory'] as const) {
      const queue = player.queues[name]
      while (queue[0]?.endMs === nowMs) {
        const job = queue.shift()
        if (job !== undefined) this.#finish(player, name, job, luck)
      }
    }
    player.harvest.endRuns(nowMs, luck)
    player.harvest.startRuns(nowMs)
  }

  #decide(command: WorkCommand, player: NaivePlayer, nowMs: number, luck: Luck): string {
    switch (command.type) {
      case 'grant':
        for (const { itemId, count } of command.items) this.#grant(player, itemId, count, luck)
        return 'ok'
      case 'consume':
        if (!Number.isSafeInteger(command.count) || command.count < 1) return 'invalid_count'
        if (!player.stock.has([{ itemId: asItemId(command.asset), count: command.count }])) return 'not_enough_items'
        player.stock.give(asItemId(command.asset), -command.count)
        return 'ok'
      case 'start_craft': {
        const recipe = [...this.#catalogue.craftRecipes.values()].find(({ id }) => id === command.recipeId)
        if (recipe === undefined) return 'recipe_not_found'
        const { recipeId, count } = command
        if (!isJobCount(count)) return 'invalid_count'
        const [kept, used] = [times(recipe.remain, count), times(recipe.consumable, count)]
        const job = { id: '', recipeId, count, inputIds: [], kept, used, startMs: nowMs, endMs: nowMs }
        return this.#start(player, 'craft', job, recipe.timeSec * count, luck)
      }
      case 'start_factory': {
        const recipe = [...this.#catalogue.factoryRecipes.values()].find(({ id }) => id === command.recipeId)
        if (recipe === undefined) return 'recipe_not_found'
        const { recipeId, count, inputIds } = command
        if (!isJobCount(count)) return 'invalid_count'
        if (inputIds.length < recipe.slots.length) return 'options_missing'
        if (inputIds.length > recipe.slots.length) return 'option_not_available'
        const options = recipe.slots.map((slot, index) => slot.find(({ itemId }) => itemId === inputIds[index]))
        if (options.includes(undefined)) return 'option_not_available'
        const chosen = inputIds.map((itemId) => ({ itemId, count: 1 }))
        const used = times([...recipe.required, ...chosen], count)
        const timeSec = options.reduce((sum, option) => sum + (option?.timeSec ?? 0), 0) * count
        const job = { id: '', recipeId, count, inputIds, kept: [], used, startMs: nowMs, endMs: nowMs }
        return this.#start(player, 'factory', job, timeSec, luck)
      }
      case 'cancel_job':
        return cancel(player, command.queue, command.jobId, nowMs)
      case 'set_harvest':
        return player.harvest.set(command)
      case 'activate_energy':
        return this.#activateEnergy(player, nowMs)
    }
  }

  /** start_at = max(now, end of the last entry), end_at = start_at + time (rules §4). */
  #start(player: NaivePlayer, name: QueueName, job: NaiveJob, timeSec: number, luck: Luck): string {
    const nowMs = job.startMs
    if (!player.stock.has([...job.kept, ...job.used])) return 'missing_ingredients'
    const queue = player.queues[name]
    if (timeSec > 0) {
      job.startMs = Math.max(nowMs, queue.at(-1)?.endMs ?? nowMs)
      const waiting = queue.filter(({ startMs }) => startMs > nowMs)
      if (job.startMs > nowMs && waiting.length >= 50) return 'queue_full'
      job.endMs = job.startMs + timeSec * (player.energisedUntilMs > nowMs ? 750 : 1_000)
      queue.push(job)
    }
    for (const amount of job.kept) player.stock.hold(amount)
    for (const { itemId, count } of job.used) player.stock.give(itemId, -count)
    if (timeSec === 0) this.#finish(player, name, job, luck)
    return 'ok'
  }

  #finish(player: NaivePlayer, name: QueueName, job: NaiveJob, luck: Luck): void {
    for (const amount of job.kept) player.stock.release(amount)
    for (let unit = 0; unit < job.count; unit += 1) {
      if (name === 'craft') this.#finishCraft(player, job, luck)
      else this.#finishFactory(player, job, luck)
    }
  }

  #finishCraft(player: NaivePlayer, { recipeId }: NaiveJob, luck: Luck): void {
    const recipe = [...this.#catalogue.craftRecipes.values()].find(({ id }) => id === recipeId)
    for (const { itemId, random, count, minCount, maxCount } of recipe?.outputs ?? []) {
      const made = random ? (luck === 'always' ? minCount : maxCount) : count
      this.#grant(player, itemId, made, luck)
    }
  }

  /** One draw from every generator, and one from each chosen option's drops (rules §5). */
  #finishFactory(player: NaivePlayer, { recipeId, inputIds }: NaiveJob, luck: Luck): void {
    const recipe = [...this.#catalogue.factoryRecipes.values()].find(({ id }) => id === recipeId)
    for (const itemId of recipe?.generatorIds ?? []) this.#grant(player, itemId, 1, luck)
    for (const [slot, options] of (recipe?.slots ?? []).entries()) {
      const drops = options.find(({ itemId }) => itemId === inputIds[slot])?.drops ?? []
      const drawn = pickByWeight(drops, luck)
      if (drawn !== undefined) this.#grant(player, drawn, 1, luck)
    }
  }

  #activateEnergy(player: NaivePlayer, nowMs: number): string {
    const { energy } = this.#catalogue
    if (energy === undefined) return 'no_energy'
    if (!player.stock.has([{ itemId: energy.itemId, count: 1 }])) return 'not_enough_items'
    player.stock.give(energy.itemId, -1)
    player.energisedUntilMs = Math.max(nowMs, player.energisedUntilMs) + energy.durationSec * 1_000
    return 'ok'
  }

  #grant(player: NaivePlayer, itemId: number, count: number, luck: Luck): void {
    for (let unit = 0; unit < count; unit += 1) player.stock.grantOne(this.#catalogue, itemId, luck)
  }
}

/** Cancels a waiting entry with a full refund; entries behind it start that much earlier (rules §4). */
function cancel(player: NaivePlayer, name: QueueName, jobId: string, nowMs: number): string {
  const queue = player.queues[name]
  const index = queue.findIndex(({ id }) => id === jobId)
  const job = queue[index]
  if (job === undefined) return 'job_not_found'
  if (job.startMs <= nowMs) return 'craft_not_cancellable'
  queue.splice(index, 1)
  for (const amount of job.kept) player.stock.release(amount)
  for (const { itemId, count } of job.used) player.stock.give(itemId, count)
  for (const later of queue.slice(index)) {
    const lengthMs = later.endMs - later.startMs
    later.startMs = Math.max(nowMs, queue[queue.indexOf(later) - 1]?.endMs ?? nowMs)
    later.endMs = later.startMs + lengthMs
  }
  return 'ok'
}

function times(amounts: readonly Amount[], count: number): Amount[] {
  return amounts.map((amount) => ({ itemId: amount.itemId, count: amount.count * count }))
}

function isJobCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 1 && count <= 1_000
}
