import * as z from 'zod'
import { MAX_DEMO_HISTORY_DAYS, MAX_DEMO_TRADERS, MAX_ITEMS_PER_FILE } from '../limits.ts'
import type { DemoEconomy } from '../pack.ts'
import { itemId } from './primitives.ts'

/** The market's highest price (specification 3, section 2). */
const MAX_PRICE_COINS = 1_000_000_000_000
const MAX_POPULARITY = 1_000

const economy = z
  .strictObject({
    traders: z.int().min(0).max(MAX_DEMO_TRADERS).default(40),
    history_days: z.int().min(0).max(MAX_DEMO_HISTORY_DAYS).default(90),
    talk_channel: z.int().min(1).nullable().default(null),
  })
  .prefault({})
  .transform((raw): DemoEconomy => ({
    traders: raw.traders,
    historyDays: raw.history_days,
    talkChannelId: raw.talk_channel,
  }))

const reference = z
  .strictObject({
    item_id: itemId,
    value_coins: z.int().min(1).max(MAX_PRICE_COINS),
    volatility: z.number().min(0).max(1),
    popularity: z.number().positive().max(MAX_POPULARITY),
  })
  .transform((raw) => ({
    itemId: raw.item_id,
    reference: { valueCoins: raw.value_coins, volatility: raw.volatility, popularity: raw.popularity },
  }))

/** `demo.json`: settings of simulated traders. Rules never read it. */
export const demoFile = z.strictObject({ economy, references: z.array(reference).max(MAX_ITEMS_PER_FILE).default([]) })
