import * as z from 'zod'
import { amount, itemId, lotCount, price, unixSeconds, uuid } from '../bounds.ts'
import { PRICE_CURRENCIES } from '../constants.ts'

/** A player's order; unknown fields of other clients are ignored. */
export const lotRequest = z.object({
  item_type_id: itemId,
  /** Coins per item. */
  price,
  count: lotCount,
  currency: z.literal('coin').optional(),
  prefer_lot_currency: z.enum(PRICE_CURRENCIES).optional(),
  prefer_lot_price: z.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type LotRequest = z.infer<typeof lotRequest>

/** An order to check. An invalid one is read as null and gives `false`, never an error (rules §16). */
export const checkedOrder = lotRequest.nullable().catch(null)

export const lot = z.object({
  lot_uuid: uuid,
  item_type_id: itemId,
  type: z.enum(['buy', 'sell']),
  price,
  currency: z.literal('coin'),
  prefer_lot_price: z.number(),
  prefer_lot_currency: z.enum(PRICE_CURRENCIES),
  /** Items at placement, and items still open. */
  count: amount,
  current_count: amount,
  created_at: unixSeconds,
})
export type Lot = z.infer<typeof lot>

/** One of the caller's open lots, and how many items are ahead of it at its price (rules §16). */
export const ownLot = lot.extend({ ahead_count: amount })
export type OwnLot = z.infer<typeof ownLot>

export const tradeOutcome = z.object({
  /** Items filled immediately, and the coins paid or received, including the fee. */
  traded_count: amount,
  traded_total: amount,
  /** The resting lot; null if nothing rests. */
  lot: lot.nullable(),
})
export type TradeOutcome = z.infer<typeof tradeOutcome>
