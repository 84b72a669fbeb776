declare module '../../store/database.ts' {
  interface Database {
    portfolio_day: PortfolioDayTable
  }
}

/** A player's figures at the day's last update; profits are cumulative. */
interface PortfolioDayTable extends Figures {
  user_id: string
  day_sec: number
}

/** In coins. */
export interface Figures {
  /** Free and on hold. */
  coins: number
  /** All owned items at fair prices, including those in lots and jobs. */
  items_value: number
  /** Cost of the owned items that were bought. */
  cost_basis: number
  /** Fair value of those items minus their cost; items without a fair price are left out of both. */
  unrealised_profit: number
  realised_profit: number
  other_proceeds: number
}
