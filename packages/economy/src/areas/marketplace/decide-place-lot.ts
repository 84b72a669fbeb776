import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { PlaceLot } from './commands.ts'
import { checkOrder, matchOrder, tradeAndRest, type Match, type TakerOrder } from './matching.ts'

/** Decides an instant trade, or an order that fills what crosses and rests the remainder (rules §2). */
export function decidePlaceLot(
  world: World,
  command: PlaceLot,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const checked = checkOrder(world, command)
  if (!checked.ok) return checked
  const taker = checked.value
  const match = matchOrder(world.marketplace.book(command.itemId), taker)
  const refusal = command.mode === 'now' ? refuseNow(taker, match) : refuseRest(world, command, match)
  if (refusal !== undefined) return fail(refusal)
  const draft = new LedgerDraft(world, context)
  const traded = tradeAndRest(world, draft, command, taker, match, context)
  return traded.ok ? succeed([...draft.toEvents(), ...traded.value]) : traded
}

function refuseNow(taker: TakerOrder, match: Match): Rejection | undefined {
  return match.matchedCount < taker.count ? { code: 'market_moved', available: match.matchedCount } : undefined
}

function refuseRest(world: World, command: PlaceLot, match: Match): Rejection | undefined {
  if (match.ownLotId !== undefined) return { code: 'would_match_own_lot', lotId: match.ownLotId }
  const max = world.catalogue.market.maxOpenLots
  const rests = match.matchedCount < command.count
  return rests && world.account(command.userId).marketplace.openLotCount >= max
    ? { code: 'too_many_lots', max }
    : undefined
}
