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
  /** Null for somebody who only ever came into money. */
  day_sec: number | null
  before_day_sec: number | null
  /** The hour in which either this or his coins changed last. */
  changed_sec: number
}

/** As what a player is in the sums of wealth. */
interface CountedPlayerTable {
  user_id: string
  class: number
  coins: number
  /** The day on which he was there last; 0 for never. */
  day_sec: number
  is_returning: boolean
}

/** Players who have about the same, together. */
interface WealthClassTable {
  class: number
  players: number
  coins: number
}

/** Players who were there last on the same day, together. */
interface WealthActivityTable {
  day_sec: number
  is_returning: boolean
  players: number
  coins: number
}

/** The hour until which all changes are in the sums of wealth; a single row. */
interface WealthCountedUntilTable {
  id: number
  hour_sec: number
}

/** The figures of a day, reckoned; those of a day that is over never change again. */
interface EconomyDayTable {
  day_sec: number
  is_closed: boolean
  figures: StoredDay
  made_at_ms: number
}
