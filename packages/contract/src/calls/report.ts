import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, csvLanguage, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'

/** Days that one report covers at most. */
export const REPORT_DAYS_MAX = 366

/** A day of UTC, such as `2026-11-21`. */
const day = z.iso.date()
const share = z.number().min(0).max(1)

/** How a day went, in coins unless it says otherwise (rules §16). */
export const economyDay = z.object({
  time_slot: day,
  /** The day still runs: its figures are those so far. */
  is_open: z.boolean(),
  /** All coins there are, held ones included, before the day and after it. */
  opening: amount,
  supply: amount,
  minted: amount,
  burned: amount,
  /** What supply changed by beyond what was minted and burned: 0, or something went wrong. */
  residual: z.int(),
  /** What was traded on the market. */
  volume: amount,
  item_count: amount,
  trades: amount,
  /** How often a coin changed hands on the market: volume by mean supply; null without coins. */
  velocity: z.number().nullable(),
  /** 100 on the first day with trades; null before. */
  price_index: z.number().nullable(),
  /** As looked at last on the day; null for days on which nobody looked. */
  wealth: z
    .object({
      players: amount,
      /** Did something themselves within thirty days, the day included. */
      active_players: amount,
      active_coins: amount,
      /** Of those who came back on the day after thirty days or more. */
      returning_coins: amount,
      /** Of those who did something thirty days ago for the last time. */
      leaving_coins: amount,
      gini: share,
      top_1: share,
      top_10: share,
    })
    .nullable(),
})
export type EconomyDay = z.infer<typeof economyDay>

export const economyDayDetails = economyDay.extend({
  flows: z.array(z.object({ kind: z.string(), minted: amount, burned: amount, operations: amount })),
  /** Items whose supply changed otherwise than by what was minted and burned: none, or something went wrong. */
  item_residuals: z.array(z.object({ item_id: z.int(), residual: z.int() })),
  top_items: z.array(z.object({ item_id: z.int(), coins: amount, count: amount })),
  wash_trades: z.array(
    z.object({
      item_id: z.int(),
      window: z.enum(['hour', 'day', 'week']),
      members: z.array(uuid),
      trades: amount,
      coins: amount,
    }),
  ),
  gift_trades: z.array(
    z.object({
      item_id: z.int(),
      seller_id: uuid,
      buyer_id: uuid,
      count: amount,
      coins: amount,
      fair_price: amount,
      share,
    }),
  ),
  outliers: z.array(
    z.object({
      figure: z.string(),
      /** The operation kind or the item; empty for the whole economy. */
      subject: z.string(),
      value: z.number(),
      median: z.number(),
      /** Null where it was the same on most days and now is not. */
      score: z.number().nullable(),
    }),
  ),
})
export type EconomyDayDetails = z.infer<typeof economyDayDetails>

const named = z.object({ user_uuid: uuid, steam_id: steamId, name: z.string() })
export type NamedPlayer = z.infer<typeof named>

const period = { from: day, until: day }
export const REPORT_TABLES = ['days', 'flows', 'trades'] as const

const common = {
  area: 'report',
  access: OPERATOR_ACTIONS['economy.read'],
  action: 'economy.read',
  query: z.object({}),
  bodyType: 'json',
  command: false,
  rateLimit: RATE_LIMITS.heavyRead,
} as const

export const reportContract = {
  calls: {
    'POST /admin/economy-report': {
      ...common,
      summary: 'How the economy went day by day, oldest first',
      body: z.strictObject(period),
      response: z.object({
        days: z.array(economyDay),
        /** Unix seconds: when the newest of it was reckoned. */
        as_of: z.int(),
      }),
    },
    'POST /admin/economy-day': {
      ...common,
      summary: 'One day of the economy with all that was found',
      body: z.strictObject({ time_slot: day }),
      response: z.object({ day: economyDayDetails.nullable(), players: z.array(named) }),
    },
    'POST /admin/economy-report/export': {
      ...common,
      summary: 'The raw figures as CSV: of days, of flows by operation kind and asset, or of trades by item',
      body: z.strictObject({ ...period, table: z.enum(REPORT_TABLES), lang: csvLanguage }),
      response: z.string(),
      responseType: 'text/csv',
    },
  },
} as const satisfies ContractArea
