declare module '../../store/database.ts' {
  interface Database {
    trading_freeze: TradingFreezeTable
    item_freeze: ItemFreezeTable
  }
}

interface TradingFreezeTable {
  user_id: string
  reason: string
  at_ms: number
}

interface ItemFreezeTable {
  item_id: number
  reason: string
  at_ms: number
}
