import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, emptyBody, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'

export const tradeStatus = z.enum(['active', 'completed', 'declined', 'cancelled', 'expired'])
export type TradeStatus = z.infer<typeof tradeStatus>

/** Coins, and items by their id. */
export const tradeOffer = z.object({ coins: amount, items: z.record(z.string(), amount) })
export type TradeOffer = z.infer<typeof tradeOffer>

/** What a side lacked of what it offered when the trade should have completed; item 0 is coins. */
const tradeMissing = z.array(z.object({ item_id: z.int().min(0), count: amount }))

/** A trade as one of its two players sees it (document 2 §3, rules §11). It holds nothing until it completes. */
export const trade = z.object({
  id: uuid,
  trade_status: tradeStatus,
  my_status: z.enum(['pending', 'confirmed']),
  opponent_status: z.enum(['pending', 'confirmed']),
  opponent_uuid: uuid,
  opponent_name: z.string(),
  jdoc: z.object({ user_1: tradeOffer, user_2: tradeOffer }),
  /** Which of the two offers is the caller's. */
  me: z.enum(['user_1', 'user_2']),
  is_creator: z.boolean(),
  /** Rises with every changed offer. */
  revision: amount,
  /** Rises with every change, so that the later of two states is the one with the higher version. */
  version: amount,
  created_at: unixSeconds,
  expires_at: unixSeconds,
  /** 0 while it is active. */
  ended_at: unixSeconds,
  my_missing: tradeMissing,
  opponent_missing: tradeMissing,
})
export type Trade = z.infer<typeof trade>

const common = { area: 'trades', access: 'player' } as const
const read = { ...common, bodyType: 'none', body: emptyBody, command: false, rateLimit: RATE_LIMITS.read } as const
const command = {
  ...common,
  bodyType: 'json',
  query: z.object({}),
  command: true,
  rateLimit: RATE_LIMITS.command,
  response: z.object({ trade }),
} as const
const trades = z.object({ response: z.array(trade) })

/** Input bound above the rules' limit, which gives the error. */
const ENTRIES_MAX = 1_000
const tradeItems = z
  .record(z.string().regex(/^[1-9]\d{0,5}$/), amount)
  .refine((items) => Object.keys(items).length <= ENTRIES_MAX)

export const tradeContract = {
  calls: {
    'GET /social/get-active-trades': {
      ...read,
      summary: "The caller's open trades, newest first",
      query: z.object({}),
      response: trades,
    },
    'GET /social/get-trade-history': {
      ...read,
      summary: "The caller's ended trades, newest first, 50 per page, optionally of one player or status",
      query: z.object({
        last_uuid: cursorUuid,
        user_uuid: uuid.or(z.literal('')).optional(),
        trade_status: tradeStatus.optional(),
      }),
      response: trades,
    },
    'GET /social/get-trade-totals': {
      ...read,
      summary: 'Totals exchanged between the caller and another player by trades',
      query: z.object({ user_uuid: uuid }),
      response: z.object({
        name: z.string(),
        trades: amount,
        /** Time of the first trade; 0 without one. */
        first_at: unixSeconds,
        given: tradeOffer,
        received: tradeOffer,
      }),
    },
    'POST /social/create-trade': {
      ...command,
      summary: 'Opens a trade with a friend, or returns the open one',
      body: z.object({ user_uuid: uuid }),
    },
    'POST /social/decline-trade': {
      ...command,
      summary: 'Declines a trade; nothing moves',
      body: z.object({ id: uuid }),
    },
    'POST /social/confirm-trade': {
      ...command,
      summary:
        "Sets the caller's whole offer and confirms it; without seen_revision the trade waits for a confirmation with it",
      body: z.object({
        id: uuid,
        trade_item: z.object({ coins: amount.default(0), items: tradeItems.default({}) }),
        seen_revision: amount.nullish(),
      }),
    },
    'POST /social/cancel-trade': {
      ...command,
      summary: "Withdraws the caller's confirmation",
      body: z.object({ id: uuid }),
    },
  },
  errors: {
    trade_not_found: { status: 404, message: 'Trade not found' },
    trade_ended: { status: 409, message: 'This trade has ended ({trade_status})' },
    trade_changed: { status: 409, message: 'The trade has changed: review it again' },
    empty_trade: { status: 409, message: 'Both offers are the same: nothing would change hands' },
    item_not_tradable: { status: 409, message: '{name} cannot be given away' },
    too_many_trade_items: { status: 400, message: 'At most {max} types of items on one side' },
  },
} as const satisfies ContractArea
