import type { Violation } from '../../core/invariants.ts'
import type { UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'

/** Checks that no book is crossed and that players' open lots are counted correctly (rules §2). */
export function findMarketViolations(world: World): Violation[] {
  return [...checkBooks(world), ...checkLotCounts(world)]
}

function checkBooks(world: World): Violation[] {
  const violations: Violation[] = []
  for (const book of world.marketplace.books()) {
    const buy = book.bestPrice('buy')
    const sell = book.bestPrice('sell')
    if (buy !== undefined && sell !== undefined && buy >= sell) {
      violations.push({ rule: 'crossed_book', detail: `item ${book.itemId}: buyers bid ${buy}, sellers ask ${sell}` })
    }
  }
  return violations
}

function checkLotCounts(world: World): Violation[] {
  const counts = new Map<UserId, number>()
  for (const book of world.marketplace.books()) {
    for (const { ownerId } of book.lots()) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1)
  }
  const violations: Violation[] = []
  for (const { userId, marketplace } of world.accounts()) {
    const lots = counts.get(userId) ?? 0
    if (marketplace.openLotCount === lots) continue
    violations.push({ rule: 'lot_count', detail: `${userId} has ${lots} lots, not ${marketplace.openLotCount}` })
  }
  return violations
}
