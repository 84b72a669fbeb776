import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, givenReason, idempotencyKey, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'
import { exchangeRecord, exchangeStep } from './exchange.ts'

/** One request of an exchange to the platform, as an operator looks it up there. */
const exchangeRequest = z.object({
  request_id: z.string(),
  /** The platform's stack that is taken from; null where coins are given. */
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
  /** In the order in which they are sent: those before the first open one have ended, those after it were not sent. */
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

/** What operators do about exchanges that the platform has left open (rules §9). */
export const parkedExchangeContract = {
  calls: {
    'POST /admin/parked-exchanges': {
      ...common,
      summary: 'Exchanges that wait for the operator, oldest first',
      access: OPERATOR_ACTIONS['exchange.read'],
      action: 'exchange.read',
      body: z.strictObject({ last_uuid: cursorUuid }),
      response: z.object({ response: z.array(parkedExchange) }),
    },
    'POST /admin/exchange-evidence': {
      ...common,
      summary: 'What was done for an exchange with the platform and what it said, newest first',
      access: OPERATOR_ACTIONS['exchange.read'],
      action: 'exchange.read',
      body: z.strictObject({
        exchange_id: uuid,
        /** The step before which the page begins; 0 for the newest. */
        before_step: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      }),
      response: z.object({ response: z.array(step) }),
    },
    'POST /admin/decide-exchange': {
      ...common,
      summary: 'Ends a parked exchange as the operator found it: whether the request whose fate is open was done',
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
