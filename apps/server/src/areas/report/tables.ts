import type { StoredDay } from './reckon-day.ts'

declare module '../../store/database.ts' {
  interface Database {
    economy_flow_day: EconomyFlowDayTable
    economy_supply_day: EconomySupplyDayTable
    pair_hour: PairHourTable
    player_activity: PlayerActivityTable
    economy_day: EconomyDayTable
  }
}

/** What operations of one kind minted and burned of an asset in a day. Numerics arrive as text: they have any size. */
interface EconomyFlowDayTable {
  day_sec: number
  kind: number
  asset: number
  minted: string
  burned: string
  /** Operations of the kind, counted with coins alone. */
  operations: number
}

/** How much of an asset there was after the day's last change of it. */
interface EconomySupplyDayTable {
  asset: number
  day_sec: number
  supply: number
}

/** Who bought how much of whom in an hour; forgotten after a week. */
interface PairHourTable {
  item_id: number
  hour_sec: number
  seller_id: string
  buyer_id: string
  trades: number
  count: string
  coins: string
}

/** The last day on which a player did something himself, and the one before. */
interface PlayerActivityTable {
  user_id: string
  day_sec: number
  before_day_sec: number | null
}

/** The figures of a day, reckoned; those of a day that is over never change again. */
interface EconomyDayTable {
  day_sec: number
  is_closed: boolean
  figures: StoredDay
  made_at_ms: number
}
