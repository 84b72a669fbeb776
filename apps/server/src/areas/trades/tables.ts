import type { StoredItems } from '../jobs/tables.ts'

declare module '../../store/database.ts' {
  interface Database {
    trade: TradeTable
  }
}

/** A friend trade; player 1 has the smaller id. */
export interface TradeTable {
  trade_id: string
  user_1: string
  user_2: string
  /** Whether player 1 opened it. */
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
  /** Missing amounts by asset; 0 is coins. */
  missing_1: StoredItems
  missing_2: StoredItems
  created_at_ms: number
  expires_at_ms: number
  ended_at_ms: number
}
