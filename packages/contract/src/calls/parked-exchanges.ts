import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, givenReason, idempotencyKey, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'
import { exchangeRecord, exchangeStep } from './exchange.ts'

/** One request of an exchange to the platform, for an operator to look up there. */
const exchangeRequest = z.object({
  request_id: z.string(),
  /** The platform's stack to take from; null for a grant. */
  stack_id: z.string().nullable(),
  store_count: amount,
  coins: amount,
  state: z.enum(['prepared', 'sending', 'ambiguous', 'confirmed', 'refused']),
  attempts: z.int().min(0),
})
export type ExchangeRequest = z.infer<typeof exchangeRequest>

const parkedExchange = exchangeRecord.extend({
  user_uuid: uuid,
  steam_id: steamId,
  name: z.string(),
  parked_at: unixSeconds,
  /** The platform gave no clear answer for a day, or the player's wallet has no room for the coins. */
  why: z.enum(['no_answer', 'no_room']),
  /** In sending order: those before the first open one have ended, those after it were not sent. */
  requests: z.array(exchangeRequest),
})
export type ParkedExchange = z.infer<typeof parkedExchange>

const step = exchangeStep.extend({ id: z.int().min(1) })
export type EvidenceStep = z.infer<typeof step>

const common = {
  area: 'exchange',
  query: z.object({}),
  bodyType: 'json',
  command: false,
  rateLimit: RATE_LIMITS.command,
} as const

/** Calls of operators for exchanges with an unclear outcome (rules §9). */
export const parkedExchangeContract = {
  calls: {
    'POST /admin/parked-exchanges': {
      ...common,
      summary: 'Parked exchanges, oldest first',
      access: OPERATOR_ACTIONS['exchange.read'],
      action: 'exchange.read',
      body: z.strictObject({ last_uuid: cursorUuid }),
      response: z.object({ response: z.array(parkedExchange) }),
    },
    'POST /admin/exchange-evidence': {
      ...common,
      summary: 'The steps of an exchange with the platform’s responses, newest first',
      access: OPERATOR_ACTIONS['exchange.read'],
      action: 'exchange.read',
      body: z.strictObject({
        exchange_id: uuid,
        /** Cursor: the step after the page; 0 for the newest. */
        before_step: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      }),
      response: z.object({ response: z.array(step) }),
    },
    'POST /admin/decide-exchange': {
      ...common,
      summary: 'Ends a parked exchange by the operator’s decision whether the open request was executed',
      access: OPERATOR_ACTIONS['exchange.decide'],
      action: 'exchange.decide',
      command: true,
      body: z.strictObject({
        exchange_id: uuid,
        was_done: z.boolean(),
        reason: givenReason,
        idempotency_key: idempotencyKey.optional(),
      }),
      response: z.object({ exchange: exchangeRecord }),
    },
  },
} as const satisfies ContractArea
