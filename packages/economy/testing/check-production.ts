import type { Harvests } from '../src/areas/harvest/harvests.ts'
import { PARALLEL_MAX } from '../src/areas/harvest/settings.ts'
import type { JobQueues } from '../src/areas/jobs/job-queues.ts'
import { QUEUES, WAITING_MAX, countWaiting } from '../src/areas/jobs/job.ts'
import type { EconomyEvent } from '../src/core/event.ts'
import type { ItemId, RecipeId } from '../src/core/numbers.ts'
import type { World } from '../src/core/world.ts'

/** Checks the invariants of all players' work, settled up to `nowMs`. @throws naming the violation. */
export function checkProduction(world: World, nowMs: number): void {
  for (const { userId, jobs, harvest } of world.accounts()) {
    const problem = problemOfQueues(jobs, nowMs) ?? problemOfHarvests(harvest, world)
    if (problem !== undefined) throw new Error(`${userId}: ${problem}`)
  }
}

function problemOfQueues(jobs: JobQueues, nowMs: number): string | undefined {
  for (const name of QUEUES) {
    const queue = jobs.queue(name)
    if (countWaiting(queue, nowMs) > WAITING_MAX) return `more than ${WAITING_MAX} wait in ${name}`
    for (const [index, job] of queue.entries()) {
      const before = queue[index - 1]
      if (job.endAtMs <= nowMs) return `${job.id} is overdue`
      if (before !== undefined && job.startAtMs !== before.endAtMs) return `gap before ${job.id}`
    }
  }
  return undefined
}

function problemOfHarvests(harvest: Harvests, world: World): string | undefined {
  const runs = new Map<RecipeId, number>()
  const items = new Map<string, number>()
  for (const { recipeId, count, items: held } of harvest.groups()) {
    runs.set(recipeId, (runs.get(recipeId) ?? 0) + count)
    for (const item of held) {
      const key = `${recipeId}/${item.itemId}`
      items.set(key, (items.get(key) ?? 0) + item.count * count)
    }
  }
  for (const [recipeId, { activeCount, itemsInRuns, experience }] of harvest.states()) {
    if (activeCount !== (runs.get(recipeId) ?? 0)) return `recipe ${recipeId} counts ${activeCount} runs`
    if (activeCount > PARALLEL_MAX) return `recipe ${recipeId} has too many runs`
    for (const [itemId, count] of itemsInRuns) {
      if (count !== items.get(`${recipeId}/${itemId}`)) return `recipe ${recipeId} counts ${count} of ${itemId}`
    }
    for (const [itemId, value] of experience) {
      if (value >= Math.max(...expForUpOf(world, recipeId, itemId))) return `item ${itemId} has experience ${value}`
    }
  }
  return undefined
}

function expForUpOf(world: World, recipeId: RecipeId, itemId: ItemId): number[] {
  const slots = world.catalogue.harvestRecipes.get(recipeId)?.slots ?? []
  return slots.flatMap(({ items }) => items.filter((item) => item.itemId === itemId).map(({ expForUp }) => expForUp))
}

/** Checks that every job and group ends exactly once, at its planned time. */
export class SettledOnce {
  readonly #ends = new Map<string, number>()
  settled = 0

  watch(events: readonly EconomyEvent[]): void {
    for (const event of events) {
      if (event.type === 'job_queued' || event.type === 'job_moved') {
        this.#ends.set(event.job.id, event.job.endAtMs)
      } else if (event.type === 'job_ended') {
        if (event.job.startAtMs < event.job.endAtMs) this.#settle(event.job.id, event.atMs)
      } else if (event.type === 'job_cancelled') {
        this.#settle(event.job.id, event.job.endAtMs)
      } else if (event.type === 'harvest_started') {
        this.#ends.set(event.group.id, event.group.endAtMs)
      } else if (event.type === 'harvest_ended') {
        this.#settle(event.group.id, event.group.endAtMs)
      }
    }
  }

  #settle(id: string, atMs: number): void {
    const endAtMs = this.#ends.get(id)
    if (endAtMs !== atMs) throw new Error(`${id} should end at ${endAtMs ?? 'no time'}, ended at ${atMs}`)
    this.#ends.delete(id)
    this.settled += 1
  }
}
