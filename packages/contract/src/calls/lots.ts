import * as z from 'zod'
import { amount, itemId, lotCount, price, unixSeconds, uuid } from '../bounds.ts'
import { PRICE_CURRENCIES } from '../constants.ts'

/** What a player asks for when trading; unknown extra fields of other clients are ignored. */
export const lotRequest = z.object({
  item_type_id: itemId,
  /** Coins for one item. */
  price,
  count: lotCount,
  currency: z.literal('coin').optional(),
  prefer_lot_currency: z.enum(PRICE_CURRENCIES).optional(),
  prefer_lot_price: z.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type LotRequest = z.infer<typeof lotRequest>

/** An order to be checked: whatever is wrong with it, the answer is `false` and never an error; null is what is no order (rules §16). */
export const checkedOrder = lotRequest.nullable().catch(null)

export const lot = z.object({
  lot_uuid: uuid,
  item_type_id: itemId,
  type: z.enum(['buy', 'sell']),
  price,
  currency: z.literal('coin'),
  prefer_lot_price: z.number(),
  prefer_lot_currency: z.enum(PRICE_CURRENCIES),
  /** Items when the lot was placed, and items still open. */
  count: amount,
  current_count: amount,
  created_at: unixSeconds,
})
export type Lot = z.infer<typeof lot>

/** One of the caller's open lots, and how many items of others wait in front of it at its own price (rules §16). */
export const ownLot = lot.extend({ ahead_count: amount })
export type OwnLot = z.infer<typeof ownLot>

export const tradeOutcome = z.object({
  /** Items that changed hands at once, and the coins they cost or brought, fee included. */
  traded_count: amount,
  traded_total: amount,
  /** What rests in the book afterwards; null when nothing does. */
  lot: lot.nullable(),
})
export type TradeOutcome = z.infer<typeof tradeOutcome>
