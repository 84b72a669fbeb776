import type { Coins, Quantity } from '../../core/numbers.ts'
import type { Lot, LotId } from './lot.ts'

/** A resting lot in its level's queue. Mutable, but only by the book. */
export interface RestingLot extends Lot {
  openCount: Quantity
  level: PriceLevel
  before: RestingLot | undefined
  after: RestingLot | undefined
}

/** All resting lots of one side at one price, oldest first. */
export interface PriceLevel {
  readonly price: Coins
  oldest: RestingLot | undefined
  newest: RestingLot | undefined
  openCount: number
}

export function createLevel(price: Coins): PriceLevel {
  return { price, oldest: undefined, newest: undefined, openCount: 0 }
}

export function appendLot(level: PriceLevel, lot: Lot): RestingLot {
  const resting: RestingLot = {
    id: lot.id,
    ownerId: lot.ownerId,
    itemId: lot.itemId,
    side: lot.side,
    price: lot.price,
    count: lot.count,
    openCount: lot.openCount,
    preferred: lot.preferred,
    createdAtMs: lot.createdAtMs,
    level,
    before: level.newest,
    after: undefined,
  }
  if (level.newest === undefined) level.oldest = resting
  else level.newest.after = resting
  level.newest = resting
  level.openCount += lot.openCount
  return resting
}

/** A resting lot as plain data with another open count, without its links into the book. */
export function toLot(lot: Lot, openCount: Quantity): Lot {
  const { id, ownerId, itemId, side, price, count, preferred, createdAtMs } = lot
  return { id, ownerId, itemId, side, price, count, openCount, preferred, createdAtMs }
}

/** Removes a lot from anywhere in its queue. */
export function unlinkLot(resting: RestingLot): void {
  const { level, before, after } = resting
  if (before === undefined) level.oldest = after
  else before.after = after
  if (after === undefined) level.newest = before
  else after.before = before
  level.openCount -= resting.openCount
}

export type RestingLots = Map<LotId, RestingLot>
