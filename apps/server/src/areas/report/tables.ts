import type { StoredDay } from './reckon-day.ts'

declare module '../../store/database.ts' {
  interface Database {
    economy_flow_day: EconomyFlowDayTable
    economy_supply_day: EconomySupplyDayTable
    pair_hour: PairHourTable
    player_activity: PlayerActivityTable
    economy_day: EconomyDayTable
    counted_player: CountedPlayerTable
    wealth_class: WealthClassTable
    wealth_activity: WealthActivityTable
    wealth_counted_until: WealthCountedUntilTable
  }
}

/** Amounts of an asset minted and burned by operations of a kind in a day. Numerics arrive as text because of their size. */
interface EconomyFlowDayTable {
  day_sec: number
  kind: number
  asset: number
  minted: string
  burned: string
  /** Number of operations of the kind, counted for coins only. */
  operations: number
}

/** Supply of an asset after its last change of the day. */
interface EconomySupplyDayTable {
  asset: number
  day_sec: number
  supply: number
}

/** Trades between two players in an hour; deleted after a week. */
interface PairHourTable {
  item_id: number
  hour_sec: number
  seller_id: string
  buyer_id: string
  trades: number
  count: string
  coins: string
}

/** The last two days on which a player was active. */
interface PlayerActivityTable {
  user_id: string
  /** Null for a player who only ever received money. */
  day_sec: number | null
  before_day_sec: number | null
  /** Hour of the last change of activity or coins. */
  changed_sec: number
}

/** A player's current contribution to the wealth sums. */
interface CountedPlayerTable {
  user_id: string
  class: number
  coins: number
  /** Day of the last activity; 0 without any. */
  day_sec: number
  is_returning: boolean
}

/** Totals per wealth class. */
interface WealthClassTable {
  class: number
  players: number
  coins: number
}

/** Totals per day of last activity. */
interface WealthActivityTable {
  day_sec: number
  is_returning: boolean
  players: number
  coins: number
}

/** Hour up to which the wealth sums include all changes; a single row. */
interface WealthCountedUntilTable {
  id: number
  hour_sec: number
}

/** Computed figures of a day; final once the day has ended. */
interface EconomyDayTable {
  day_sec: number
  is_closed: boolean
  figures: StoredDay
  made_at_ms: number
}
