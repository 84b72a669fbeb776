import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, freeOf, heldOf, THE_WORLD } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { asCoins, asOperationId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { DecideExchange, ResolveAttempt } from './commands.ts'
import { withLeg } from './decide-attempt.ts'
import { hasEnded, openLeg, type Exchange, type ExchangeLeg, type ExchangeStep } from './exchange.ts'

/** How long after the last possibly pending request a refusal is trusted (rules §9). */
export const REFUSAL_BELIEVED_AFTER_MS = 15 * 60_000

/** Records the outcome of an attempt. Known outcomes, and those of superseded attempts, change nothing. */
export function decideResolveAttempt(
  world: World,
  { userId, exchangeId, requestId, attempt, outcome, detail }: ResolveAttempt,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const exchange = world.account(userId).exchanges.get(exchangeId)
  const leg = exchange?.legs.find((each) => each.requestId === requestId)
  if (exchange === undefined || leg === undefined) return succeed([])
  if (leg.state === 'confirmed' || leg.state === 'refused') return succeed([])
  if (outcome === 'confirmed') {
    const settled = settleLeg(world, exchange, leg, context, detail)
    // The wallet has no room although the platform has taken the coins, so an operator has to decide.
    return settled.ok ? settled : park(exchange, leg, settled.error.code, context.nowMs)
  }
  if (leg.state !== 'sending' || attempt !== leg.attempts) return succeed([])
  const { nowMs } = context
  const index = exchange.legs.indexOf(leg)
  if (outcome === 'refused') {
    const isBelieved = leg.lastAmbiguousMs === 0 || nowMs - leg.lastAmbiguousMs >= REFUSAL_BELIEVED_AFTER_MS
    const step: ExchangeStep = { kind: 'refused', leg: index, detail }
    if (isBelieved) return giveUpLeg(world, exchange, leg, context, [step])
    return changed(waiting(exchange, { ...leg, state: 'ambiguous' }), [step], nowMs)
  }
  if (outcome === 'ambiguous') {
    const open: ExchangeLeg = { ...leg, state: 'ambiguous', lastAmbiguousMs: nowMs }
    return changed(waiting(exchange, open), [{ kind: 'no_answer', leg: index, detail }], nowMs)
  }
  const open: ExchangeLeg = { ...leg, state: leg.lastAmbiguousMs === 0 ? 'prepared' : 'ambiguous' }
  return changed(waiting(exchange, open), [{ kind: 'postponed', leg: index, detail }], nowMs)
}

/**
 * Ends a parked exchange as the operator decided; requests never sent count as not executed. Rejected as
 * `amount_too_large`, and still parked, if the wallet has no room.
 */
export function decideDecideExchange(
  world: World,
  { userId, exchangeId, wasDone }: DecideExchange,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const exchange = world.account(userId).exchanges.get(exchangeId)
  if (exchange === undefined || exchange.state !== 'parked') return fail({ code: 'exchange_not_found' })
  const leg = openLeg(exchange)
  const unsent = exchange.legs.map((each): ExchangeLeg =>
    each !== leg && each.state === 'prepared' ? { ...each, state: 'refused' } : each,
  )
  const rest = { ...exchange, legs: unsent }
  if (leg === undefined) return changed(endFromSteam(rest, context.nowMs), [], context.nowMs)
  return wasDone ? settleLeg(world, rest, leg, context, '') : giveUpLeg(world, rest, leg, context, [])
}

function park(exchange: Exchange, leg: ExchangeLeg, why: string, nowMs: number): Result<EconomyEvent[], Rejection> {
  const parked: Exchange = { ...withLeg(exchange, { ...leg, state: 'ambiguous' }), state: 'parked' }
  return changed(parked, [{ kind: 'parked', leg: undefined, detail: why }], nowMs)
}

/** The platform executed it: held coins are burned, coins taken there are minted here. */
function settleLeg(
  world: World,
  exchange: Exchange,
  leg: ExchangeLeg,
  context: DecisionContext,
  detail: string,
): Result<EconomyEvent[], Rejection> {
  const { userId, direction, id } = exchange
  const draft = new LedgerDraft(world, context)
  const operationId = asOperationId(context.newId())
  const steps: ExchangeStep[] = [{ kind: 'confirmed', leg: exchange.legs.indexOf(leg), detail }]
  if (direction === 'to_steam') {
    const posted = draft.post(
      [{ id: operationId, userId, kind: 'exchange_to_steam', causeId: id }],
      [{ from: heldOf(userId), to: THE_WORLD, asset: COINS, amount: exchange.coins }],
    )
    if (!posted.ok) return posted
    const settled = withLeg(exchange, { ...leg, state: 'confirmed' })
    const ended: Exchange = { ...settled, state: 'settled', settledAtMs: context.nowMs }
    const event = { ...changedTo(ended, context.nowMs), steps: [...steps, stepOfEnd(ended)] }
    return succeed([...draft.toEvents(), event])
  }
  const amount = asCoins((exchange.coins / exchange.storeCount) * leg.count)
  const posted = draft.post(
    [{ id: operationId, userId, kind: 'exchange_from_steam', causeId: id }],
    [{ from: THE_WORLD, to: freeOf(userId), asset: COINS, amount }],
  )
  if (!posted.ok) return posted
  const after = withLeg(exchange, { ...leg, state: 'confirmed', operationId })
  const ended = openLeg(after) === undefined ? endFromSteam(after, context.nowMs) : waiting(after, undefined)
  if (hasEnded(ended)) steps.push(stepOfEnd(ended))
  return succeed([...draft.toEvents(), { ...changedTo(ended, context.nowMs), steps }])
}

/** The platform did not and will not execute it: held coins return, coins there stay. */
function giveUpLeg(
  world: World,
  exchange: Exchange,
  leg: ExchangeLeg,
  context: DecisionContext,
  steps: readonly ExchangeStep[],
): Result<EconomyEvent[], Rejection> {
  const { userId, id, direction } = exchange
  const after = withLeg(exchange, { ...leg, state: 'refused' })
  if (direction === 'from_steam') {
    const ended = openLeg(after) === undefined ? endFromSteam(after, context.nowMs) : waiting(after, undefined)
    return changed(ended, hasEnded(ended) ? [...steps, stepOfEnd(ended)] : steps, context.nowMs)
  }
  const draft = new LedgerDraft(world, context)
  const posted = draft.post(
    [{ id: asOperationId(context.newId()), userId, kind: 'exchange_to_steam', causeId: id }],
    [{ from: heldOf(userId), to: freeOf(userId), asset: COINS, amount: exchange.coins }],
  )
  if (!posted.ok) return posted
  const ended: Exchange = { ...after, state: 'refunded', settledAtMs: context.nowMs }
  const event = { ...changedTo(ended, context.nowMs), steps: [...steps, stepOfEnd(ended)] }
  return succeed([...draft.toEvents(), event])
}

/** Ends an exchange whose requests have all ended; confirmed ones have moved their coins. */
function endFromSteam(exchange: Exchange, nowMs: number): Exchange {
  const moved = exchange.legs.reduce((sum, { state, count }) => sum + (state === 'confirmed' ? count : 0), 0)
  if (moved === 0) return { ...exchange, state: 'refused', settledAtMs: nowMs }
  const rate = exchange.coins / exchange.storeCount
  const state = moved === exchange.storeCount ? 'settled' : 'settled_partial'
  return { ...exchange, state, storeCount: moved, coins: asCoins(moved * rate), settledAtMs: nowMs }
}

/** The exchange between two attempts, in the state of its next request. */
function waiting(exchange: Exchange, leg: ExchangeLeg | undefined): Exchange {
  const after = leg === undefined ? exchange : withLeg(exchange, leg)
  if (openLeg(after)?.state === 'ambiguous') return { ...after, state: 'ambiguous' }
  return { ...after, state: after.legs.some(({ state }) => state === 'confirmed') ? 'sending' : 'prepared' }
}

function stepOfEnd({ state }: Exchange): ExchangeStep {
  const kind = state === 'refused' ? 'nothing_taken' : state
  if (kind === 'prepared' || kind === 'sending' || kind === 'ambiguous') throw new Error(`${kind} is not a final state`)
  return { kind, leg: undefined, detail: '' }
}

function changed(exchange: Exchange, steps: readonly ExchangeStep[], atMs: number): Result<EconomyEvent[], Rejection> {
  return succeed([{ type: 'exchange_changed', exchange, steps, atMs }])
}

function changedTo(exchange: Exchange, atMs: number) {
  return { type: 'exchange_changed', exchange, atMs } as const
}
