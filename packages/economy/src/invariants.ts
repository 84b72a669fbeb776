import { WORLD } from './ledger/accounts.ts'
import { holdOfGroup } from './harvest/harvest.ts'
import { holdOf } from './market/hold.ts'
import { AMOUNT_MAX, type AssetId, type UserId } from './numbers.ts'
import type { ItemAmount } from './production/item-amounts.ts'
import { QUEUES } from './production/job.ts'
import type { Production } from './production/production.ts'
import type { World } from './world.ts'

/** A broken promise of the economy, in words for the operator. */
export interface Violation {
  readonly rule: 'conservation' | 'hold' | 'negative' | 'crossed_book' | 'lot_count'
  readonly detail: string
}

/**
 * Checks a world that is loaded whole: every asset sums to zero over all accounts, holds equal what open lots, jobs and harvest runs say,
 * nobody is negative but the world, no book is crossed (rules §1, §2).
 */
export function findViolations(world: World): Violation[] {
  return [...checkConservation(world), ...checkHolds(world), ...checkSigns(world), ...checkBooks(world)]
}

function checkConservation(world: World): Violation[] {
  const sums = new Map<AssetId, bigint>()
  for (const account of world.accounts()) {
    for (const [asset, { free, held }] of account.balances) {
      sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(free) + BigInt(held))
    }
  }
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([asset, sum]) => ({ rule: 'conservation', detail: `asset ${asset} sums to ${sum}` }))
}

function checkHolds(world: World): Violation[] {
  const promised = new Map<UserId, Map<AssetId, number>>()
  const promise = (userId: UserId, asset: AssetId, amount: number): void => {
    const ofOwner = promised.get(userId) ?? new Map<AssetId, number>()
    promised.set(userId, ofOwner.set(asset, (ofOwner.get(asset) ?? 0) + amount))
  }
  for (const { userId, production } of world.accounts()) {
    for (const { itemId, count } of heldByWork(production)) promise(userId, itemId, count)
  }
  const lotCounts = new Map<UserId, number>()
  for (const book of world.books()) {
    for (const lot of book.lots()) {
      const { asset, amount } = holdOf(lot)
      promise(lot.ownerId, asset, amount)
      lotCounts.set(lot.ownerId, (lotCounts.get(lot.ownerId) ?? 0) + 1)
    }
  }
  const violations: Violation[] = []
  for (const { userId, balances, openLotCount } of world.accounts()) {
    for (const asset of new Set([...balances.keys(), ...(promised.get(userId)?.keys() ?? [])])) {
      const held = balances.get(asset)?.held ?? 0
      const expected = promised.get(userId)?.get(asset) ?? 0
      if (held !== expected) {
        violations.push({
          rule: 'hold',
          detail: `${userId} holds ${held} of asset ${asset}, its lots and work say ${expected}`,
        })
      }
    }
    const lots = lotCounts.get(userId) ?? 0
    if (openLotCount !== lots)
      violations.push({ rule: 'lot_count', detail: `${userId} has ${lots} lots, not ${openLotCount}` })
  }
  return violations
}

/** What running jobs and harvest runs say they hold. */
function heldByWork(production: Production): ItemAmount[] {
  const jobs = QUEUES.flatMap((queue) => production.queue(queue).flatMap(({ held }) => held))
  return [...jobs, ...production.groups().flatMap(holdOfGroup)]
}

function checkSigns(world: World): Violation[] {
  const violations: Violation[] = []
  for (const { userId, balances } of world.accounts()) {
    for (const [asset, { free, held }] of balances) {
      const lowest = userId === WORLD ? -AMOUNT_MAX : 0
      if (free < lowest || held < 0 || free > AMOUNT_MAX || held > AMOUNT_MAX) {
        violations.push({ rule: 'negative', detail: `${userId} has ${free} free and ${held} held of asset ${asset}` })
      }
    }
  }
  return violations
}

function checkBooks(world: World): Violation[] {
  const violations: Violation[] = []
  for (const book of world.books()) {
    const buy = book.bestPrice('buy')
    const sell = book.bestPrice('sell')
    if (buy !== undefined && sell !== undefined && buy >= sell) {
      violations.push({ rule: 'crossed_book', detail: `item ${book.itemId}: buyers bid ${buy}, sellers ask ${sell}` })
    }
  }
  return violations
}
