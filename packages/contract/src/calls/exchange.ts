import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { STORE_COINS } from '../constants.ts'

export const exchangeRecord = z.object({
  id: uuid,
  direction: z.enum(['to_steam', 'from_steam']),
  currency: z.enum(STORE_COINS),
  /** Store coins; for a partial exchange, those that moved. */
  store_count: amount,
  /** The same in coins. */
  coins: amount,
  state: z.enum(['prepared', 'sending', 'ambiguous', 'settled', 'settled_partial', 'refunded', 'refused', 'parked']),
  created_at: unixSeconds,
  settled_at: unixSeconds.nullable(),
})
export type ExchangeRecord = z.infer<typeof exchangeRecord>

/** A step of an exchange: what was done, when, and the platform's response. */
export const exchangeStep = z.object({
  at: unixSeconds,
  kind: z.enum([
    'prepared',
    'planned',
    'asked',
    'cut_off',
    'confirmed',
    'refused',
    'no_answer',
    'postponed',
    'settled',
    'settled_partial',
    'refunded',
    'nothing_taken',
    'parked',
  ]),
  /** Index of the request, from 0; null for the exchange as a whole. */
  leg: z.int().min(0).nullable(),
  detail: z.string(),
})
export type ExchangeStep = z.infer<typeof exchangeStep>

export const exchangeWithSteps = exchangeRecord.extend({
  /** Number of requests to the platform. */
  legs: z.int().min(0),
  /** The newest steps, oldest first. */
  steps: z.array(exchangeStep),
  /** Number of older steps not listed. */
  steps_left_out: z.int().min(0),
})
export type ExchangeWithSteps = z.infer<typeof exchangeWithSteps>

export const steamWallet = z.object({ gold_coins: amount, silver_coins: amount, bronze_coins: amount })
export type SteamWallet = z.infer<typeof steamWallet>

const common = { area: 'exchange', access: 'player', query: z.object({}) } as const
const exchange = {
  ...common,
  command: true,
  bodyType: 'json',
  rateLimit: RATE_LIMITS.command,
  body: z.object({ currency: z.enum(STORE_COINS), count: amount.min(1) }),
  response: z.object({ exchange: exchangeRecord }),
} as const

export const exchangeContract = {
  calls: {
    'GET /get_steam_wallet': {
      ...common,
      summary: "The caller's coins on the store platform",
      command: false,
      bodyType: 'none',
      rateLimit: RATE_LIMITS.read,
      body: emptyBody,
      response: steamWallet,
    },
    'POST /marketplace/exchange-from-steam-coins': {
      ...exchange,
      summary: 'Exchanges store coins for coins; `count` is in store coins',
    },
    'POST /marketplace/exchange-to-steam-coins': {
      ...exchange,
      summary: 'Exchanges coins for store coins; `count` is in coins, and the remainder below a store coin stays',
    },
    'GET /marketplace/exchanges': {
      ...common,
      summary: "The caller's exchanges with their steps, newest first",
      command: false,
      bodyType: 'none',
      rateLimit: RATE_LIMITS.read,
      body: emptyBody,
      query: z.object({ before_id: uuid.or(z.literal('')).optional() }),
      response: z.object({ exchanges: z.array(exchangeWithSteps) }),
    },
    'POST /inventory/stack-steam': {
      ...common,
      summary: "Asks the platform to merge the caller's stacks of equal items; returns the counts before and after",
      command: true,
      bodyType: 'json',
      rateLimit: RATE_LIMITS.heavyRead,
      body: emptyBody,
      response: z.object({ stacks_before: amount, stacks_after: amount }),
    },
  },
  errors: {
    no_exchange: { status: 409, message: 'This game has no store coins' },
    amount_too_small: { status: 400, message: 'Less than one store coin: at least {min}' },
    not_enough_store_coins: { status: 409, message: 'Not enough {currency}' },
    too_many_exchanges: { status: 409, message: 'At most {max} exchanges at once' },
    exchange_not_found: { status: 404, message: 'Exchange not found' },
    exchange_in_progress: { status: 409, message: 'An exchange with the platform is in progress' },
  },
} as const satisfies ContractArea
