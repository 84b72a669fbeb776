import type { StoredItems } from '../jobs/tables.ts'

declare module '../../store/database.ts' {
  interface Database {
    trade: TradeTable
  }
}

/** A trade; its players in ascending order of their ids. */
export interface TradeTable {
  trade_id: string
  user_1: string
  user_2: string
  /** Whether the first of the two began it. */
  is_by_1: boolean
  status: number
  revision: number
  version: number
  coins_1: number
  coins_2: number
  items_1: StoredItems
  items_2: StoredItems
  confirmation_1: number
  confirmation_2: number
  /** Assets, 0 for coins, and how much was missing. */
  missing_1: StoredItems
  missing_2: StoredItems
  created_at_ms: number
  expires_at_ms: number
  ended_at_ms: number
}
