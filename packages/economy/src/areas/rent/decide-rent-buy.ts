import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { fromMap } from '../../core/item-amounts.ts'
import { COINS, freeOf, THE_WORLD } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { moveItems } from '../../core/ledger/move-items.ts'
import { asOperationId, asQuantity, isAmount, totalPrice } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { openItem } from '../items/open-item.ts'
import type { RentBuy } from './commands.ts'

/** Buys in an item's shop, which needs one rented unit; the coins are burned (rules §7). */
export function decideRentBuy(
  world: World,
  { userId, rentId, itemId, count }: RentBuy,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  if (!isAmount(count) || count === 0) return fail({ code: 'invalid_count', count })
  const rentable = world.catalogue.rent.get(rentId)
  if (rentable === undefined) return fail({ code: 'not_rentable', itemId: rentId })
  const offer = rentable.shop.find((sold) => sold.itemId === itemId)
  if (offer === undefined) return fail({ code: 'not_in_shop', itemId })
  if ((world.account(userId).rentals.get(rentId)?.units ?? 0) === 0) return fail({ code: 'not_rented', itemId: rentId })
  const total = totalPrice(offer.price, asQuantity(count))
  if (total === undefined) return fail({ code: 'amount_too_large' })
  const id = asOperationId(context.newId())
  const opened = openItem(world.catalogue, itemId, count, context.rngFor(id))
  if (!opened.ok) return opened
  const draft = new LedgerDraft(world, context)
  const posted = draft.post(
    [{ id, userId, kind: 'rent_buy', causeId: undefined }],
    [
      { from: freeOf(userId), to: THE_WORLD, asset: COINS, amount: total },
      ...moveItems(fromMap(opened.value), THE_WORLD, freeOf(userId)),
    ],
  )
  return posted.ok ? succeed(draft.toEvents()) : posted
}
