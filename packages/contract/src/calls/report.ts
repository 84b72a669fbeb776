import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, csvLanguage, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'

/** Most days of one report. */
export const REPORT_DAYS_MAX = 366

/** A day of UTC, such as `2026-11-21`. */
const day = z.iso.date()
const share = z.number().min(0).max(1)

/** How a day went, in coins unless it says otherwise (rules §16). */
export const economyDay = z.object({
  time_slot: day,
  /** Whether the day is not over; its figures are preliminary. */
  is_open: z.boolean(),
  /** All coins, including held ones, at the start and end of the day. */
  opening: amount,
  supply: amount,
  minted: amount,
  burned: amount,
  /** Change of supply not explained by minting and burning; anything but 0 is an error. */
  residual: z.int(),
  /** What was traded on the market. */
  volume: amount,
  item_count: amount,
  trades: amount,
  /** Market volume divided by mean supply; null without coins. */
  velocity: z.number().nullable(),
  /** 100 on the first day with trades; null before. */
  price_index: z.number().nullable(),
  /** From the last report of the day; null for days without one. */
  wealth: z
    .object({
      players: amount,
      /** Players active within thirty days, including the day. */
      active_players: amount,
      active_coins: amount,
      /** Coins of players who returned after thirty days or more. */
      returning_coins: amount,
      /** Coins of players who were last active thirty days ago. */
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
  /** Items whose change of supply is not explained by minting and burning; any entry is an error. */
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
      /** Null if the value was constant on most days. */
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
      summary: 'The economy report by day, oldest first',
      body: z.strictObject(period),
      response: z.object({
        days: z.array(economyDay),
        /** Unix seconds of the latest computation. */
        as_of: z.int(),
      }),
    },
    'POST /admin/economy-day': {
      ...common,
      summary: 'One day of the economy report with its findings',
      body: z.strictObject({ time_slot: day }),
      response: z.object({ day: economyDayDetails.nullable(), players: z.array(named) }),
    },
    'POST /admin/economy-report/export': {
      ...common,
      summary: 'Raw figures as CSV: days, flows by operation kind and asset, or trades by item',
      body: z.strictObject({ ...period, table: z.enum(REPORT_TABLES), lang: csvLanguage }),
      response: z.string(),
      responseType: 'text/csv',
    },
  },
} as const satisfies ContractArea
