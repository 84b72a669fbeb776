declare module '../../store/database.ts' {
  interface Database {
    portfolio_day: PortfolioDayTable
  }
}

/** What a player was worth when the day was read last; profits are those of all time until then. */
interface PortfolioDayTable extends Figures {
  user_id: string
  day_sec: number
}

/** In coins. */
export interface Figures {
  /** Free and on hold. */
  coins: number
  /** Everything owned at fair prices, what is in lots and in jobs included. */
  items_value: number
  /** What of the owned items was bought cost. */
  cost_basis: number
  /** What those are worth at fair prices less what they cost; items without a fair price count in neither. */
  unrealised_profit: number
  realised_profit: number
  other_proceeds: number
}
