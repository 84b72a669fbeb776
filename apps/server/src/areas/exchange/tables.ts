declare module '../../store/database.ts' {
  interface Database {
    exchange: ExchangeTable
    exchange_leg: ExchangeLegTable
    exchange_step: ExchangeStepTable
    platform_lock: PlatformTurnTable
  }
}

export interface ExchangeTable {
  exchange_id: string
  user_id: string
  direction: number
  currency: string
  store_count: number
  coins: number
  state: number
  created_at_ms: number
  settled_at_ms: number | null
}

export interface ExchangeLegTable {
  request_id: string
  exchange_id: string
  leg: number
  stack_id: string | null
  count: number
  state: number
  attempts: number
  last_ambiguous_ms: number
  operation_id: string | null
}

interface ExchangeStepTable {
  step_id: number
  exchange_id: string
  at_ms: number
  kind: number
  leg: number | null
  detail: string
}

/** Locks for platform calls about a player, with their expiry. */
interface PlatformTurnTable {
  steam_id: string
  holder: string
  until_ms: number
}
