import type { Hold } from './holds.ts'
import { WORLD } from './ledger/accounts.ts'
import { AMOUNT_MAX, type AssetId, type UserId } from './numbers.ts'
import type { World } from './world.ts'

/** A violated invariant, worded for operators. */
export interface Violation {
  readonly rule: string
  readonly detail: string
}

/** Checks that every asset sums to zero over all accounts (rules §1). */
export function checkConservation(world: World): Violation[] {
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

/** Checks that a player's held balance equals the sum of the holds of all owners (rules §1). */
export function checkHolds(world: World, holds: Iterable<Hold>): Violation[] {
  const promised = new Map<UserId, Map<AssetId, number>>()
  for (const { userId, asset, amount } of holds) {
    const ofUser = promised.get(userId) ?? new Map<AssetId, number>()
    promised.set(userId, ofUser.set(asset, (ofUser.get(asset) ?? 0) + amount))
  }
  const violations: Violation[] = []
  for (const { userId, balances } of world.accounts()) {
    for (const asset of new Set([...balances.keys(), ...(promised.get(userId)?.keys() ?? [])])) {
      const held = balances.get(asset)?.held ?? 0
      const expected = promised.get(userId)?.get(asset) ?? 0
      if (held === expected) continue
      const detail = `${userId} holds ${held} of asset ${asset}, the sum of the holds is ${expected}`
      violations.push({ rule: 'hold', detail })
    }
  }
  return violations
}

/** Checks that only the world is negative and that no balance exceeds 2^53 − 1 (rules §0, §1). */
export function checkBounds(world: World): Violation[] {
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
