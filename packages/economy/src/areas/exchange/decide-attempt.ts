import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { HOUR_MS } from '../../core/time.ts'
import type { Rejection } from '../../core/rejection.ts'
import { succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import type { AttemptExchange } from './commands.ts'
import { openLeg, type Exchange, type ExchangeLeg, type ExchangeStep } from './exchange.ts'

/**
 * Age at which an exchange is parked. Its request ids are never sent again, because the platform may have forgotten
 * them (rules §9).
 */
export const PARK_AFTER_MS = 24 * HOUR_MS

/**
 * Counts an attempt at the next request before it is sent. An earlier attempt without an outcome may have arrived, so
 * it counts as ambiguous. An exchange that is too old is parked instead.
 */
export function decideAttemptExchange(
  world: World,
  { userId, exchangeId }: AttemptExchange,
  { nowMs }: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const exchange = world.account(userId).exchanges.get(exchangeId)
  if (exchange === undefined || exchange.state === 'parked') return succeed([])
  if (nowMs >= exchange.createdAtMs + PARK_AFTER_MS) {
    const steps = [{ kind: 'parked', leg: undefined, detail: '' }] as const
    return succeed([{ type: 'exchange_changed', exchange: { ...exchange, state: 'parked' }, steps, atMs: nowMs }])
  }
  const leg = openLeg(exchange)
  // Without a plan, the platform's stacks have to be listed first.
  if (leg === undefined) return succeed([])
  const wasCutOff = leg.state === 'sending'
  const sending: ExchangeLeg = {
    ...leg,
    state: 'sending',
    attempts: leg.attempts + 1,
    lastAmbiguousMs: wasCutOff ? nowMs : leg.lastAmbiguousMs,
  }
  const index = exchange.legs.indexOf(leg)
  const steps: ExchangeStep[] = wasCutOff ? [{ kind: 'cut_off', leg: index, detail: '' }] : []
  steps.push({ kind: 'asked', leg: index, detail: String(sending.attempts) })
  return succeed([
    { type: 'exchange_changed', exchange: { ...withLeg(exchange, sending), state: 'sending' }, steps, atMs: nowMs },
  ])
}

/** The exchange with one of its requests replaced. */
export function withLeg(exchange: Exchange, leg: ExchangeLeg): Exchange {
  return { ...exchange, legs: exchange.legs.map((known) => (known.requestId === leg.requestId ? leg : known)) }
}
