import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { freeOf, heldOf } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asOperationId, asQuantity, isAmount } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { AdoptRentTerms, RentPut, RentTakeBack } from './commands.ts'
import { poolAt } from './pool-at.ts'
import { NO_RENTAL, touchRental } from './rent-pool.ts'
import { takeBack } from './take-back.ts'

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

/** Settles a pool under its terms, then applies the pack's (rules §7). */
export function decideAdoptRentTerms(
  world: World,
  { itemId }: AdoptRentTerms,
  { nowMs }: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!world.rentPools.has(itemId)) return succeed([])
  return succeed([{ type: 'rent_pool_changed', pool: poolAt(world, itemId, nowMs) }])
}
