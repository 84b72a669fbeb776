import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { freeOf, heldOf } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asOperationId, asQuantity, isAmount } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { AdoptRentTerms, RentPut, RentTakeBack } from './commands.ts'
import { paySalary } from './decide-take-salary.ts'
import { poolAt } from './pool-at.ts'
import { NO_RENTAL, touchRental } from './rent-pool.ts'

/** Moves items to the hall (rules §7). */
export function decideRentPut(
  world: World,
  { userId, itemId, count }: RentPut,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!isAmount(count) || count === 0) return fail({ code: 'invalid_count', count })
  if (!world.catalogue.rent.has(itemId)) return fail({ code: 'not_rentable', itemId })
  const draft = new LedgerDraft(world, context)
  const id = asOperationId(context.newId())
  const posted = draft.post(
    [{ id, userId, kind: 'rent_put', causeId: undefined }],
    [{ from: freeOf(userId), to: heldOf(userId), asset: itemId, amount: asQuantity(count) }],
  )
  if (!posted.ok) return posted
  const pool = poolAt(world, itemId, context.nowMs)
  const rental = touchRental(world.account(userId).rentals.get(itemId) ?? NO_RENTAL, pool)
  return succeed([
    ...draft.toEvents(),
    { type: 'rent_pool_changed', pool: { ...pool, units: pool.units + count } },
    { type: 'rental_changed', userId, itemId, rental: { ...rental, units: rental.units + count } },
  ])
}

/** Takes items back. Earned salary stays owed until the last one is taken back (rules §7). */
export function decideRentTakeBack(
  world: World,
  command: RentTakeBack,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const draft = new LedgerDraft(world, context)
  const taken = takeBack(world, draft, command, context)
  return taken.ok ? succeed([...draft.toEvents(), ...taken.value]) : taken
}

/** Returns rented items on a draft. @returns the events of the pool and the rental */
export function takeBack(
  world: World,
  draft: LedgerDraft,
  { userId, itemId, count }: Omit<RentTakeBack, 'type'>,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!isAmount(count) || count === 0) return fail({ code: 'invalid_count', count })
  const known = world.account(userId).rentals.get(itemId)
  if (known === undefined || known.units === 0) return fail({ code: 'not_rented', itemId })
  if (count > known.units) {
    return fail({ code: 'not_enough_items', itemId, missing: asQuantity(count - known.units) })
  }
  const id = asOperationId(context.newId())
  const posted = draft.post(
    [{ id, userId, kind: 'rent_take_back', causeId: undefined }],
    [{ from: heldOf(userId), to: freeOf(userId), asset: itemId, amount: asQuantity(count) }],
  )
  if (!posted.ok) return posted
  const pool = poolAt(world, itemId, context.nowMs)
  const touched = touchRental(known, pool)
  const left = { pool: { ...pool, units: pool.units - count }, rental: { ...touched, units: touched.units - count } }
  // If the wallet has no room for the salary, the items still return and the salary stays owed.
  const paid = left.rental.units === 0 ? paySalary(draft, userId, left, context) : undefined
  const after = paid?.ok === true ? paid.value : left
  return succeed([
    { type: 'rent_pool_changed', pool: after.pool },
    { type: 'rental_changed', userId, itemId, rental: after.rental },
  ])
}

/** Settles a pool under its terms, then applies the pack's (rules §7). */
export function decideAdoptRentTerms(
  world: World,
  { itemId }: AdoptRentTerms,
  { nowMs }: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!world.rentPools.has(itemId)) return succeed([])
  return succeed([{ type: 'rent_pool_changed', pool: poolAt(world, itemId, nowMs) }])
}
