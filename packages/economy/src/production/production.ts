import { GroupHeap } from '../harvest/group-heap.ts'
import { NO_SETTINGS, type HarvestGroup, type HarvestSettings } from '../harvest/harvest.ts'
import type { ItemId, JobId, RecipeId } from '../numbers.ts'
import { QUEUES, type Job, type QueueName } from './job.ts'

/** One recipe of a player's harvest. */
export interface HarvestState {
  settings: HarvestSettings
  /** Runs in progress. */
  activeCount: number
  /** Of each item, how many are in runs. */
  readonly itemsInRuns: Map<ItemId, number>
  readonly experience: Map<ItemId, number>
}

/** What a player makes: queues, harvests, energy. Changed by `applyEvents` and by loading only. */
export class Production {
  energisedUntilMs = 0
  readonly #queues: Readonly<Record<QueueName, Job[]>> = { craft: [], factory: [] }
  readonly #harvests = new Map<RecipeId, HarvestState>()
  readonly #groups = new GroupHeap()
  #enabled: readonly RecipeId[] = []

  /** Jobs in the order they run. */
  queue(name: QueueName): readonly Job[] {
    return this.#queues[name]
  }

  groups(): readonly HarvestGroup[] {
    return this.#groups.all()
  }

  /** The next group to end. */
  firstGroup(): HarvestGroup | undefined {
    return this.#groups.first()
  }

  harvest(recipeId: RecipeId): HarvestState | undefined {
    return this.#harvests.get(recipeId)
  }

  harvests(): IterableIterator<[RecipeId, HarvestState]> {
    return this.#harvests.entries()
  }

  /** Recipes that start runs by themselves, ascending: the order must not depend on how they came into memory. */
  enabledHarvests(): readonly RecipeId[] {
    return this.#enabled
  }

  /** When the next job or group ends, in Unix milliseconds; undefined when nothing runs. */
  nextDueMs(): number | undefined {
    let next = this.#groups.first()?.endAtMs
    for (const name of QUEUES) {
      const endAtMs = this.#queues[name][0]?.endAtMs
      if (endAtMs !== undefined && (next === undefined || endAtMs < next)) next = endAtMs
    }
    return next
  }

  addJob(job: Job): void {
    this.#queues[job.queue].push(job)
  }

  replaceJob(job: Job): void {
    const queue = this.#queues[job.queue]
    const index = queue.findIndex(({ id }) => id === job.id)
    if (index !== -1) queue[index] = job
  }

  removeJob(name: QueueName, jobId: JobId): void {
    const queue = this.#queues[name]
    const index = queue.findIndex(({ id }) => id === jobId)
    if (index !== -1) queue.splice(index, 1)
  }

  setHarvest(recipeId: RecipeId, settings: HarvestSettings): void {
    this.#harvestOf(recipeId).settings = settings
    this.#enabled = Array.from(this.#harvests)
      .filter(([, harvest]) => harvest.settings.enabled)
      .map(([id]) => id)
      .toSorted((a, b) => a - b)
  }

  setExperience(recipeId: RecipeId, itemId: ItemId, experience: number): void {
    this.#harvestOf(recipeId).experience.set(itemId, experience)
  }

  addGroup(group: HarvestGroup): void {
    this.#groups.add(group)
    this.#countRuns(group, 1)
  }

  /** @throws for a group that is not the next to end: a rule went wrong. */
  endGroup(group: HarvestGroup): void {
    if (this.#groups.first()?.id !== group.id) throw new Error(`Group ${group.id} is not the next to end`)
    this.#groups.removeFirst()
    this.#countRuns(group, -1)
  }

  #countRuns({ recipeId, count, items }: HarvestGroup, sign: 1 | -1): void {
    const harvest = this.#harvestOf(recipeId)
    harvest.activeCount += sign * count
    for (const item of items) {
      const inRuns = (harvest.itemsInRuns.get(item.itemId) ?? 0) + sign * count * item.count
      if (inRuns === 0) harvest.itemsInRuns.delete(item.itemId)
      else harvest.itemsInRuns.set(item.itemId, inRuns)
    }
  }

  #harvestOf(recipeId: RecipeId): HarvestState {
    let harvest = this.#harvests.get(recipeId)
    if (harvest === undefined) {
      harvest = { settings: NO_SETTINGS, activeCount: 0, itemsInRuns: new Map(), experience: new Map() }
      this.#harvests.set(recipeId, harvest)
    }
    return harvest
  }
}
