import type { Catalogue } from '../../core/catalogue.ts'
import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { WORLD } from '../../core/ledger/accounts.ts'
import type { CommandNeeds } from '../../core/needs.ts'
import type { ItemId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { termsOf } from '../rent/pool-at.ts'
import { advancePool } from '../rent/rent-pool.ts'
import {
  contentOf,
  versionOf,
  type ContentLoad,
  type LoadContent,
  type RecipeInUse,
  type WorkContent,
} from './contents.ts'
import { itemsOfWork } from './items-of-work.ts'

/** The content, and once it is read the pools whose terms change and the books of removed items. */
export function needsOfLoadContent(world: World, { userId, loadId }: LoadContent): CommandNeeds {
  const load = world.contentLoads.get(loadId)
  const read = { kind: 'content_load', id: loadId } as const
  if (load === undefined) return { users: [userId], entities: [read] }
  return {
    users: [userId],
    entities: [
      read,
      ...itemsWithOtherTerms(world.catalogue, load.catalogue).map((id) => ({ kind: 'rent_pool', id }) as const),
      ...goneItems(world.catalogue, load.catalogue).map((id) => ({ kind: 'book', id }) as const),
    ],
  }
}

/**
 * Replaces the content between two commands. Pools are settled under their old terms first (rules §7); work in progress
 * ends under the content it was started under. Rejected if players would be left with unknown items, unless a server
 * start loads it.
 */
export function decideLoadContent(
  world: World,
  { loadId, digest, seenVersion, isStart, ownFolder }: LoadContent,
  { nowMs }: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const load = world.contentLoads.get(loadId)
  if (load === undefined) return fail({ code: 'content_not_found' })
  const { catalogue: before } = world
  const { catalogue: after } = load
  if (versionOf(before) !== seenVersion) return fail({ code: 'content_changed' })
  if (!isStart) {
    if (!isSameExchange(before, after)) return fail({ code: 'content_needs_restart' })
    const itemIds = findItemsInUse(world, load)
    if (itemIds.length > 0) return fail({ code: 'content_in_use', itemIds })
  }
  const version = seenVersion + 1
  const contents = { version, past: contentsInUse(world, load) }
  return succeed([
    ...settlePools(world, after, nowMs),
    {
      type: 'content_loaded',
      version,
      digest,
      isStart,
      ownFolder,
      atMs: nowMs,
      catalogue: { ...after, contents },
    },
  ])
}

/** Items that players can have under the first content but not under the second. */
export function goneItems(before: Pick<Catalogue, 'items'>, after: Pick<Catalogue, 'items'>): ItemId[] {
  return [...before.items.keys()].filter((itemId) => isHoldable(before, itemId) && !isHoldable(after, itemId))
}

/** Whether players can hold it; bundles and generators are never held. */
function isHoldable({ items }: Pick<Catalogue, 'items'>, itemId: ItemId): boolean {
  const rule = items.get(itemId)
  return rule !== undefined && rule.opens === undefined
}

/** Removed items that players hold, sell, bid for, or may still receive from work in progress. */
function findItemsInUse(world: World, load: ContentLoad): ItemId[] {
  const gone = goneItems(world.catalogue, load.catalogue)
  if (gone.length === 0) return []
  const fromWork = new Set<ItemId>()
  for (const work of workInProgress(world, load)) {
    for (const itemId of itemsOfWork(contentOf(world.catalogue, work.version), work)) fromWork.add(itemId)
  }
  // All accounts of an asset sum to zero, so a zero world balance means that no player has any.
  const isOwned = (itemId: ItemId): boolean => world.balanceOf(WORLD, itemId).free !== 0
  const isOffered = (itemId: ItemId): boolean => world.marketplace.book(itemId).size > 0
  return gone.filter((itemId) => isOwned(itemId) || isOffered(itemId) || fromWork.has(itemId))
}

/** Work known to the store when the content was read, plus work in memory, which includes what started since. */
function* workInProgress(world: World, { inUse }: ContentLoad): Generator<RecipeInUse> {
  yield* inUse
  for (const { jobs, harvest } of world.accounts()) {
    for (const { queue, recipeId, contentVersion } of jobs.all()) {
      yield { kind: queue, recipeId, version: contentVersion }
    }
    for (const { recipeId, contentVersion } of harvest.groups()) {
      yield { kind: 'harvest', recipeId, version: contentVersion }
    }
  }
}

/**
 * Contents that work in progress refers to, including the current one, since work may have started under it just now.
 */
function contentsInUse({ catalogue }: World, { inUse }: ContentLoad): Map<number, WorkContent> {
  const { items, craftRecipes, factoryRecipes, harvestRecipes } = catalogue
  const versions = new Set(inUse.map(({ version }) => version))
  const past = Array.from(catalogue.contents?.past ?? []).filter(([version]) => versions.has(version))
  return new Map([...past, [versionOf(catalogue), { items, craftRecipes, factoryRecipes, harvestRecipes }]])
}

/** Rentable items whose terms change. */
function itemsWithOtherTerms(before: Catalogue, after: Catalogue): ItemId[] {
  return [...new Set([...before.rent.keys(), ...after.rent.keys()])].filter((itemId) => {
    const [was, is] = [termsOf({ catalogue: before }, itemId), termsOf({ catalogue: after }, itemId)]
    return was.poolPerDay !== is.poolPerDay || was.salaryMax !== is.salaryMax
  })
}

function settlePools(world: World, after: Catalogue, nowMs: number): EconomyEvent[] {
  return itemsWithOtherTerms(world.catalogue, after).flatMap((itemId): EconomyEvent[] => {
    const pool = world.rentPools.get(itemId)
    // An empty pool takes its terms from the pack when the first item is rented out.
    if (pool === undefined || pool.lastSec === 0) return []
    const terms = termsOf({ catalogue: after }, itemId)
    return [{ type: 'rent_pool_changed', pool: { ...advancePool(pool, nowMs), terms } }]
  })
}

/** Open exchanges refer to the platform's item definitions, which must therefore not change. */
function isSameExchange({ exchange: before }: Catalogue, { exchange: after }: Catalogue): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}
