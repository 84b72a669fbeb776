import type { EconomyEvent, HarvestEnded } from './event.ts'
import type { Lot } from './market/lot.ts'
import type { UserId } from './numbers.ts'
import type { Production } from './production/production.ts'
import type { World } from './world.ts'

/** Makes decided events true. Cannot fail: all arithmetic was done, and checked, by the decision. */
export function applyEvents(world: World, events: readonly EconomyEvent[]): void {
  for (const event of events) applyEvent(world, event)
}

function applyEvent(world: World, event: EconomyEvent): void {
  switch (event.type) {
    case 'ledger_posted':
      for (const { owner, asset, free, held } of event.changes) {
        world.account(owner).balances.set(asset, { free, held })
      }
      return
    case 'lot_placed':
      world.book(event.lot.itemId).add(event.lot)
      world.indexLot(event.lot.id, event.lot.itemId)
      world.account(event.lot.ownerId).openLotCount += 1
      return
    case 'lot_filled':
      world.book(event.lot.itemId).fill(event.lot.id, event.count)
      if (event.lot.openCount === 0) closeLot(world, event.lot)
      return
    case 'lot_cancelled':
      world.book(event.lot.itemId).remove(event.lot.id)
      closeLot(world, event.lot)
      return
    case 'item_watched': {
      const { watchedItems } = world.account(event.userId)
      if (event.isWatched) watchedItems.add(event.itemId)
      else watchedItems.delete(event.itemId)
      return
    }
    case 'alert_created':
      world.addAlert(event.alert)
      return
    case 'alert_removed':
      world.removeAlert(event.alert)
      return
    case 'job_queued':
      productionOf(world, event.job).addJob(event.job)
      return
    case 'job_moved':
      productionOf(world, event.job).replaceJob(event.job)
      return
    case 'job_ended':
    case 'job_cancelled':
      productionOf(world, event.job).removeJob(event.job.queue, event.job.id)
      return
    case 'harvest_set':
      productionOf(world, event).setHarvest(event.recipeId, event.settings)
      return
    case 'harvest_started':
      productionOf(world, event.group).addGroup(event.group)
      return
    case 'harvest_ended':
      endHarvest(world, event)
      return
    case 'energised':
      productionOf(world, event).energisedUntilMs = event.untilMs
      return
    case 'traded':
    case 'market_recorded':
    case 'player_registered':
    case 'notice_added':
    case 'notices_read':
      return
  }
}

function productionOf(world: World, { userId }: { readonly userId: UserId }): Production {
  return world.account(userId).production
}

function endHarvest(world: World, { group, experience }: HarvestEnded): void {
  const production = productionOf(world, group)
  production.endGroup(group)
  for (const { itemId, experience: value } of experience) production.setExperience(group.recipeId, itemId, value)
}

function closeLot(world: World, lot: Lot): void {
  world.forgetLot(lot.id)
  world.account(lot.ownerId).openLotCount -= 1
}
