import type { Events } from '../../core/event.ts'
import type { World } from '../../core/world.ts'
import type { Lot } from './lot.ts'

export function applyLotPlaced(world: World, { lot }: Events['lot_placed']): void {
  const { marketplace } = world
  marketplace.book(lot.itemId).add(lot)
  marketplace.indexLot(lot.id, lot.itemId)
  world.account(lot.ownerId).marketplace.openLotCount += 1
}

export function applyLotFilled(world: World, { lot, count }: Events['lot_filled']): void {
  world.marketplace.book(lot.itemId).fill(lot.id, count)
  if (lot.openCount === 0) closeLot(world, lot)
}

export function applyLotCancelled(world: World, { lot }: Events['lot_cancelled']): void {
  world.marketplace.book(lot.itemId).remove(lot.id)
  closeLot(world, lot)
}

export function applyMarketRecorded(world: World, { userId, itemId, costBasis }: Events['market_recorded']): void {
  if (costBasis !== undefined) world.account(userId).marketplace.costBases.set(itemId, costBasis)
}

function closeLot(world: World, lot: Lot): void {
  world.marketplace.forgetLot(lot.id)
  world.account(lot.ownerId).marketplace.openLotCount -= 1
}
