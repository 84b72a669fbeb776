import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, freeOf, THE_WORLD, WORLD } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { AMOUNT_MAX, asCoins, asOperationId, type UserId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { RentTakeSalary } from './commands.ts'
import { poolAt } from './pool-at.ts'
import { COIN_IN_PARTS, touchRental, type Rental, type RentPool } from './rent-pool.ts'

/** A pool and a player's rental, both brought up to date. */
interface Touched {
  readonly pool: RentPool
  readonly rental: Rental
}

/**
 * Pays the whole coins owed and keeps the fraction (rules §7). Checks the wallet's room first, so that a rejection
 * leaves the draft unchanged.
 */
export function paySalary(
  draft: LedgerDraft,
  userId: UserId,
  { pool, rental }: Touched,
  context: DecisionContext,
): Result<Touched, Rejection> {
  const pay = rental.owed / COIN_IN_PARTS
  if (pay === 0n) return succeed({ pool, rental })
  const room = Math.min(AMOUNT_MAX - draft.freeBalance(userId, COINS), AMOUNT_MAX + draft.freeBalance(WORLD, COINS))
  if (pay > BigInt(room)) return fail({ code: 'amount_too_large' })
  const id = asOperationId(context.newId())
  const posted = draft.post(
    [{ id, userId, kind: 'rent_salary', causeId: undefined }],
    [{ from: THE_WORLD, to: freeOf(userId), asset: COINS, amount: asCoins(Number(pay)) }],
  )
  if (!posted.ok) return posted
  return succeed({
    pool: { ...pool, paid: pool.paid + pay },
    rental: { ...rental, owed: rental.owed - pay * COIN_IN_PARTS },
  })
}

/** Pays what is owed for the named items, all or none; amounts below one coin pay nothing. */
export function decideRentTakeSalary(
  world: World,
  { userId, itemIds }: RentTakeSalary,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const draft = new LedgerDraft(world, context)
  const changes: EconomyEvent[] = []
  for (const itemId of new Set(itemIds)) {
    const known = world.account(userId).rentals.get(itemId)
    if (known === undefined) return fail({ code: 'not_rented', itemId })
    const pool = poolAt(world, itemId, context.nowMs)
    const paid = paySalary(draft, userId, { pool, rental: touchRental(known, pool) }, context)
    if (!paid.ok) return paid
    changes.push(
      { type: 'rent_pool_changed', pool: paid.value.pool },
      { type: 'rental_changed', userId, itemId, rental: paid.value.rental },
    )
  }
  return succeed([...draft.toEvents(), ...changes])
}
