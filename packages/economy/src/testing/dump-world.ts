import type { Catalogue } from '../catalogue.ts'
import type { HarvestGroup, HarvestSettings } from '../harvest/harvest.ts'
import type { Balance } from '../ledger/accounts.ts'
import type { Lot } from '../market/lot.ts'
import { toLot } from '../market/settle-fill.ts'
import type { AssetId, ItemId, RecipeId, UserId } from '../numbers.ts'
import { QUEUES, type Job } from '../production/job.ts'
import { World } from '../world.ts'

/** A whole world as plain data in a fixed order: equal for worlds that are alike, and enough to make one again. */
export interface WorldDump {
  readonly accounts: readonly AccountDump[]
  readonly lots: readonly Lot[]
}

interface AccountDump {
  readonly userId: UserId
  readonly openLotCount: number
  readonly balances: readonly (readonly [AssetId, Balance])[]
  readonly energisedUntilMs: number
  readonly jobs: readonly Job[]
  readonly groups: readonly HarvestGroup[]
  readonly harvests: readonly {
    readonly recipeId: RecipeId
    readonly settings: HarvestSettings
    readonly experience: readonly (readonly [ItemId, number])[]
  }[]
}

export function dumpWorld(world: World): WorldDump {
  const accounts = Array.from(world.accounts(), ({ userId, openLotCount, balances, production }) => ({
    userId,
    openLotCount,
    balances: Array.from(balances, ([asset, { free, held }]) => [asset, { free, held }] as const)
      .filter(([, { free, held }]) => free !== 0 || held !== 0)
      .toSorted(([a], [b]) => a - b),
    energisedUntilMs: production.energisedUntilMs,
    jobs: QUEUES.flatMap((queue) => production.queue(queue)),
    groups: production.groups().toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    harvests: Array.from(production.harvests(), ([recipeId, { settings, experience }]) => ({
      recipeId,
      settings,
      experience: [...experience].toSorted(([a], [b]) => a - b),
    })).toSorted((a, b) => a.recipeId - b.recipeId),
  }))
  const lots = Array.from(world.books(), (book) => Array.from(book.lots(), (lot) => toLot(lot, lot.openCount))).flat()
  return { accounts: accounts.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)), lots: lots.toSorted(byId) }
}

/** What a restart does: a new world from what was kept. */
export function loadWorld(catalogue: Catalogue, dump: WorldDump): World {
  const world = new World(catalogue)
  for (const dumped of dump.accounts) {
    const account = world.addAccount(dumped.userId)
    account.openLotCount = dumped.openLotCount
    for (const [asset, balance] of dumped.balances) account.balances.set(asset, balance)
    const { production } = account
    production.energisedUntilMs = dumped.energisedUntilMs
    for (const job of dumped.jobs) production.addJob(job)
    for (const group of dumped.groups) production.addGroup(group)
    for (const { recipeId, settings, experience } of dumped.harvests) {
      production.setHarvest(recipeId, settings)
      for (const [itemId, value] of experience) production.setExperience(recipeId, itemId, value)
    }
  }
  for (const itemId of catalogue.items.keys()) world.addBook(itemId)
  for (const lot of dump.lots) {
    world.book(lot.itemId).add(lot)
    world.indexLot(lot.id, lot.itemId)
  }
  return world
}

function byId(a: Lot, b: Lot): number {
  return a.id < b.id ? -1 : 1
}
