import type { Rng } from '../../core/chance/rng.ts'
import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, freeOf, heldOf } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { AMOUNT_MAX, asCoins, asOperationId, isAmount, type UserId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { ExchangeFromSteam, ExchangeToSteam, NoteUnlisted, PlanExchange } from './commands.ts'
import { asExchangeId, type Exchange, type ExchangeLeg } from './exchange.ts'
import { grantsOf } from './terms.ts'

/** Open exchanges per player. */
export const OPEN_EXCHANGES_MAX = 10
/** Stacks per exchange. */
export const LEGS_MAX = 50

/** Holds the coins and prepares the request (rules §9). The remainder below a whole store coin stays. */
export function decideExchangeToSteam(
  world: World,
  { userId, currency, coins: given }: ExchangeToSteam,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const terms = world.catalogue.exchange?.[currency]
  if (terms === undefined) return fail({ code: 'no_exchange' })
  if (!isAmount(given) || given === 0) return fail({ code: 'invalid_count', count: given })
  const storeCount = Math.floor(given / terms.rate)
  if (storeCount === 0) return fail({ code: 'amount_too_small', min: terms.rate })
  if (grantsOf(terms, storeCount) === undefined) return fail({ code: 'amount_too_large' })
  const { reason } = world.account(userId).tradingFreeze
  // Coins of a player under investigation must not leave the game.
  if (reason !== '') return fail({ code: 'trading_frozen', reason })
  const refusal = refuseMore(world, userId)
  if (refusal !== undefined) return fail(refusal)
  const id = asExchangeId(context.newId())
  const coins = asCoins(storeCount * terms.rate)
  const draft = new LedgerDraft(world, context)
  const operationId = asOperationId(context.newId())
  const posted = draft.post(
    [{ id: operationId, userId, kind: 'exchange_to_steam', causeId: id }],
    [{ from: freeOf(userId), to: heldOf(userId), asset: COINS, amount: coins }],
  )
  if (!posted.ok) return posted
  const exchange: Exchange = {
    id,
    userId,
    direction: 'to_steam',
    currency,
    storeCount,
    coins,
    state: 'prepared',
    createdAtMs: context.nowMs,
    settledAtMs: undefined,
    legs: [newLeg(context.rngFor(operationId), undefined, storeCount)],
  }
  return succeed([...draft.toEvents(), prepared(exchange)])
}

/** Records the amount to take; the stacks are planned once the platform has listed them. */
export function decideExchangeFromSteam(
  world: World,
  { userId, currency, count }: ExchangeFromSteam,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const terms = world.catalogue.exchange?.[currency]
  if (terms === undefined) return fail({ code: 'no_exchange' })
  if (!isAmount(count) || count === 0) return fail({ code: 'invalid_count', count })
  const coins = count * terms.rate
  if (coins > AMOUNT_MAX - world.balanceOf(userId, COINS).free) return fail({ code: 'amount_too_large' })
  const refusal = refuseMore(world, userId)
  if (refusal !== undefined) return fail(refusal)
  return succeed([
    prepared({
      id: asExchangeId(context.newId()),
      userId,
      direction: 'from_steam',
      currency,
      storeCount: count,
      coins: asCoins(coins),
      state: 'prepared',
      createdAtMs: context.nowMs,
      settledAtMs: undefined,
      legs: [],
    }),
  ])
}

/** Plans one request per stack. Without stacks the exchange ends. */
export function decidePlanExchange(
  world: World,
  { userId, exchangeId, stacks }: PlanExchange,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const exchange = world.account(userId).exchanges.get(exchangeId)
  const isOpen = exchange?.direction === 'from_steam' && exchange.state === 'prepared' && exchange.legs.length === 0
  if (!isOpen) return fail({ code: 'exchange_not_found' })
  const total = stacks.reduce((sum, { count }) => sum + count, 0)
  const isSound = stacks.every(({ count }) => isAmount(count) && count > 0) && total <= exchange.storeCount
  if (!isSound || stacks.length > LEGS_MAX) return fail({ code: 'invalid_count', count: total })
  const { nowMs } = context
  if (stacks.length === 0) {
    const ended: Exchange = { ...exchange, state: 'refused', settledAtMs: nowMs }
    const steps = [{ kind: 'nothing_taken', leg: undefined, detail: '' }] as const
    return succeed([{ type: 'exchange_changed', exchange: ended, steps, atMs: nowMs }])
  }
  const rng = context.rngFor(context.newId())
  const legs = stacks.map(({ stackId, count }) => newLeg(rng, stackId, count))
  const steps = [{ kind: 'planned', leg: undefined, detail: String(legs.length) }] as const
  return succeed([{ type: 'exchange_changed', exchange: { ...exchange, legs }, steps, atMs: nowMs }])
}

/** Adds a step to an unplanned exchange without changing it. */
export function decideNoteUnlisted(
  world: World,
  { userId, exchangeId, outcome, detail }: NoteUnlisted,
  { nowMs }: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const exchange = world.account(userId).exchanges.get(exchangeId)
  if (exchange?.direction !== 'from_steam' || exchange.legs.length > 0) return succeed([])
  const kind = outcome === 'ambiguous' ? 'no_answer' : outcome
  return succeed([{ type: 'exchange_changed', exchange, steps: [{ kind, leg: undefined, detail }], atMs: nowMs }])
}

function prepared(exchange: Exchange): EconomyEvent {
  const steps = [{ kind: 'prepared', leg: undefined, detail: '' }] as const
  return { type: 'exchange_changed', exchange, steps, atMs: exchange.createdAtMs }
}

function refuseMore(world: World, userId: UserId): Rejection | undefined {
  const isFull = world.account(userId).exchanges.size >= OPEN_EXCHANGES_MAX
  return isFull ? { code: 'too_many_exchanges', max: OPEN_EXCHANGES_MAX } : undefined
}

function newLeg(rng: Rng, stackId: string | undefined, count: number): ExchangeLeg {
  return {
    requestId: newRequestId(rng),
    stackId,
    count,
    state: 'prepared',
    attempts: 0,
    lastAmbiguousMs: 0,
    operationId: undefined,
  }
}

const UINT32 = 2 ** 32

/** A random unsigned 64-bit number as text. */
function newRequestId(rng: Rng): string {
  return String(BigInt(rng.below(UINT32)) * BigInt(UINT32) + BigInt(rng.below(UINT32)))
}
