import type { Generated } from 'kysely'

declare module '../../store/database.ts' {
  interface Database {
    lot: LotTable
    item_total: ItemTotalTable
    price_bucket: PriceBucketTable
    last_trade: LastTradeTable
  }
}

/** Open lots. The history of others is in the operations. */
export interface LotTable {
  lot_id: string
  owner_id: string
  item_id: number
  side: number
  price: number
  count: number
  open_count: number
  preferred_currency: string
  preferred_price: number
  created_at_ms: number
}

/**
 * A player's total purchases and sales of an item, in items and coins, and the resulting cost basis (rules §16).
 */
export interface ItemTotalTable {
  user_id: string
  item_id: number
  bought_count: number
  bought_total: number
  sold_count: number
  sold_total: number
  held_count: number
  held_cost: number
  realised_profit: number
  other_proceeds: number
}

/** Trades per hour and day; weeks and months are sums of days. */
export interface PriceBucketTable {
  item_id: number
  span: number
  side: number
  start_sec: number
  total_price: number
  total_quantity: number
  /** Null when unknown. */
  low_price: Generated<number | null>
  high_price: Generated<number | null>
}

interface LastTradeTable {
  item_id: number
  price: number
  count: number
  at_ms: number
}
