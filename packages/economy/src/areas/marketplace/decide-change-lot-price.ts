import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { ChangeLotPrice } from './commands.ts'
import { cancelOnDraft, findOwnLot } from './cancel-on-draft.ts'
import { checkOrder, isPrice, matchOrder, tradeAndRest, type Order } from './matching.ts'

/**
 * Cancels an open lot and places its remainder at another price, atomically. The released hold pays for the new lot,
 * which matches what crosses and queues behind all others of its price. The limit on open lots does not apply, since
 * one lot replaces another.
 */
export function decideChangeLotPrice(
  world: World,
  command: ChangeLotPrice,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { userId, lotId, price, preferred } = command
  const lot = findOwnLot(world, userId, lotId)
  if (lot === undefined) return fail({ code: 'lot_not_found', lotId })
  if (!isPrice(price)) return fail({ code: 'invalid_price', price })
  if (price === lot.price) return fail({ code: 'price_unchanged' })
  const order: Order = { userId, side: lot.side, itemId: lot.itemId, price, count: lot.openCount, preferred }
  const checked = checkOrder(world, order)
  if (!checked.ok) return checked
  // The old lot is on the order's own side of the book, so the order cannot match it.
  const match = matchOrder(world.marketplace.book(lot.itemId), checked.value)
  if (match.ownLotId !== undefined) return fail({ code: 'would_match_own_lot', lotId: match.ownLotId })

  const draft = new LedgerDraft(world, context)
  const cancelled = cancelOnDraft(draft, lot, context)
  if (!cancelled.ok) return cancelled
  const traded = tradeAndRest(world, draft, order, checked.value, match, context)
  return traded.ok ? succeed([...draft.toEvents(), ...cancelled.value, ...traded.value]) : traded
}
