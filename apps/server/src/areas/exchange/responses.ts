import type { ExchangeRecord } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { grantsOf, openLeg, type Exchange, type World } from '@clutch/economy'
import type { ResponseTable } from '../../writer/area.ts'

/** The next request to the platform, once its attempt is durable. */
export type NextRequest =
  | { readonly next: 'nothing' }
  /** Only the operator can decide it. */
  | { readonly next: 'parked' }
  /** List the player's stacks, to plan from. */
  | {
      readonly next: 'plan'
      readonly item_id: number
      readonly count: number
      /** Coins that the player's other exchanges may still take from stacks. */
      readonly reserved: readonly { readonly stack_id: string; readonly count: number }[]
    }
  | {
      readonly next: 'add'
      readonly request_id: string
      readonly attempt: number
      readonly item_ids: readonly number[]
    }
  | {
      readonly next: 'consume'
      readonly request_id: string
      readonly attempt: number
      readonly stack_id: string
      readonly count: number
    }

declare module '../../writer/outcome.ts' {
  interface Responses {
    exchange_to_steam: { exchange: ExchangeRecord }
    exchange_from_steam: { exchange: ExchangeRecord }
    plan_exchange: { done: true }
    note_unlisted: { done: true }
    attempt_exchange: NextRequest
    resolve_attempt: { done: true }
    decide_exchange: { exchange: ExchangeRecord }
  }
}

type ExchangeAnswers = Pick<
  ResponseTable,
  | 'exchange_to_steam'
  | 'exchange_from_steam'
  | 'plan_exchange'
  | 'note_unlisted'
  | 'attempt_exchange'
  | 'resolve_attempt'
  | 'decide_exchange'
>

const done = (): { done: true } => ({ done: true })

export const exchangeResponses: ExchangeAnswers = {
  exchange_to_steam: (_command, events) => ({ exchange: recordIn(events) }),
  exchange_from_steam: (_command, events) => ({ exchange: recordIn(events) }),
  plan_exchange: done,
  note_unlisted: done,
  resolve_attempt: done,
  decide_exchange: (_command, events) => ({ exchange: recordIn(events) }),
  attempt_exchange({ userId, exchangeId }, _events, world) {
    const exchange = world.account(userId).exchanges.get(exchangeId)
    return exchange === undefined ? { next: 'nothing' } : nextRequest(world, exchange)
  },
}

function recordIn(events: Parameters<ExchangeAnswers['exchange_to_steam']>[1]): ExchangeRecord {
  const event = events.find(({ type }) => type === 'exchange_changed')
  if (event?.type !== 'exchange_changed') throw new Error('An exchange command produced no exchange')
  return toRecord(event.exchange)
}

/** @throws when the current pack lacks the coin; the task is retried until a pack has it */
export function nextRequest(world: World, exchange: Exchange): NextRequest {
  if (exchange.state === 'parked') return { next: 'parked' }
  const terms = world.catalogue.exchange?.[exchange.currency]
  if (terms === undefined) throw new Error(`The content pack has no ${exchange.currency} store coin`)
  const leg = openLeg(exchange)
  if (leg === undefined) {
    const reserved = reservedStacks(world.account(exchange.userId).exchanges.values())
    return { next: 'plan', item_id: terms.itemId, count: exchange.storeCount, reserved }
  }
  const { requestId: request_id, attempts: attempt, stackId, count } = leg
  if (stackId !== undefined) return { next: 'consume', request_id, attempt, stack_id: stackId, count }
  const item_ids = grantsOf(terms, count)
  if (item_ids === undefined) throw new Error(`The content pack's coin packs are too small for ${count}`)
  return { next: 'add', request_id, attempt, item_ids }
}

function reservedStacks(exchanges: Iterable<Exchange>): { stack_id: string; count: number }[] {
  return Array.from(exchanges, ({ legs }) => legs)
    .flat()
    .flatMap(({ stackId, count, state }) =>
      stackId === undefined || state === 'confirmed' || state === 'refused' ? [] : [{ stack_id: stackId, count }],
    )
}

/** Converts an exchange to the contract's form. */
export function toRecord(exchange: Exchange): ExchangeRecord {
  return {
    id: exchange.id,
    direction: exchange.direction,
    currency: exchange.currency,
    store_count: exchange.storeCount,
    coins: exchange.coins,
    state: exchange.state,
    created_at: toSeconds(exchange.createdAtMs),
    settled_at: exchange.settledAtMs === undefined ? null : toSeconds(exchange.settledAtMs),
  }
}
