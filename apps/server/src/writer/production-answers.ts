import type { CallResponse, CraftQueueEntry, FactoryQueueEntry, HarvestGroup, HarvestUserData } from '@clutch/contract'
import {
  COINS,
  type EconomyEvent,
  type HarvestGroup as Group,
  type HarvestState,
  type ItemAmount,
  type Job,
  type RecipeId,
  type SetHarvest,
  type UserId,
  type World,
} from '@clutch/economy'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

export const toSeconds = (atMs: number): number => Math.floor(atMs / SECOND_MS)

export function toQuantities(items: readonly ItemAmount[]): { item_id: number; quantity: number }[] {
  return items.map(({ itemId, count }) => ({ item_id: itemId, quantity: count }))
}

/** A craft job in the contract's words. */
export function toCraftEntry(job: Job): CraftQueueEntry {
  return {
    id: job.id,
    receipt_id: job.recipeId,
    count: job.count,
    start_at: toSeconds(job.startAtMs),
    end_at: toSeconds(job.endAtMs),
  }
}

/** A factory job in the contract's words. */
export function toFactoryEntry(job: Job): FactoryQueueEntry {
  return { ...toCraftEntry(job), input_list: [...job.inputIds] }
}

export function toGroupAnswer(group: Group): HarvestGroup {
  return {
    id: group.id,
    count: group.count,
    list: group.items.map(({ itemId }) => itemId),
    duration_in_hour: (group.endAtMs - group.startAtMs) / HOUR_MS,
    start_at: toSeconds(group.startAtMs),
    end_at: toSeconds(group.endAtMs),
  }
}

/** One recipe of a player's harvest in the contract's words; the groups in the order they end. */
export function toUserData(
  recipeId: RecipeId,
  { settings, activeCount, experience }: Omit<HarvestState, 'itemsInRuns'>,
  groups: readonly Group[],
): HarvestUserData {
  return {
    receipt_id: recipeId,
    enabled: settings.enabled,
    active_count: activeCount,
    active_list: groups.toSorted((a, b) => a.endAtMs - b.endAtMs).map(toGroupAnswer),
    max_parallel: settings.maxParallel,
    items: settings.slots.map((selections) =>
      selections.map(({ itemId, limit, priority, max }) => ({ item_id: itemId, limit, priority, max })),
    ),
    exp_by_item: Object.fromEntries(experience),
  }
}

export function craftStarted(events: readonly EconomyEvent[]): CallResponse<'POST /craft/start'> {
  const { queued, newItems, returnedItems } = startedJob(events)
  return {
    entry: queued === undefined ? null : toCraftEntry(queued),
    new_items: toQuantities(newItems),
    returned_items: toQuantities(returnedItems),
  }
}

export function factoryStarted(events: readonly EconomyEvent[]): CallResponse<'POST /factory/start'> {
  const { queued, newItems } = startedJob(events)
  return { entry: queued === undefined ? null : toFactoryEntry(queued), new_items: toQuantities(newItems) }
}

/** A job is either queued or, without any time to take, ended. */
function startedJob(events: readonly EconomyEvent[]) {
  for (const event of events) {
    if (event.type === 'job_queued') return { queued: event.job, newItems: [], returnedItems: [] }
    if (event.type === 'job_ended') {
      return { queued: undefined, newItems: event.newItems, returnedItems: event.returnedItems }
    }
  }
  throw new Error('A start without a job')
}

export function jobCancelled(events: readonly EconomyEvent[]): CallResponse<'POST /craft/cancel'> {
  for (const event of events) {
    if (event.type === 'job_cancelled') return { id: event.job.id, returned_items: toQuantities(event.returnedItems) }
  }
  throw new Error('A cancel without a cancelled job')
}

export function harvestSet(world: World, { userId, recipeId }: SetHarvest): CallResponse<'POST /harvest/update'> {
  const harvests = world.account(userId).harvest
  const harvest = harvests.state(recipeId)
  if (harvest === undefined) throw new Error('Settings that were not made')
  const groups = harvests.groups().filter((group) => group.recipeId === recipeId)
  return { user_data: toUserData(recipeId, harvest, groups) }
}

export function energyActivated(world: World, userId: UserId): CallResponse<'POST /energy/activate'> {
  const { energy } = world.catalogue
  return {
    count: world.balanceOf(userId, energy?.itemId ?? COINS).free,
    energised_until: toSeconds(world.account(userId).energy.untilMs),
  }
}
