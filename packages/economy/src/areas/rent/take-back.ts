import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { freeOf, heldOf } from '../../core/ledger/accounts.ts'
import type { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asOperationId, asQuantity, isAmount } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { RentTakeBack } from './commands.ts'
import { paySalary } from './decide-take-salary.ts'
import { poolAt } from './pool-at.ts'
import { touchRental } from './rent-pool.ts'

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
