/** Columns of the market's list next to the name, in order. */
export const COLUMNS = ['week', 'sell', 'buy', 'change', 'volume', 'spread', 'fair', 'worth'] as const
export type MarketColumn = (typeof COLUMNS)[number]

/** What each is called, as a key of the market's texts. */
export const COLUMN_NAMES = {
  week: 'list.week',
  sell: 'list.buy_now',
  buy: 'list.sell_now',
  change: 'list.change',
  volume: 'list.volume',
  spread: 'list.spread',
  fair: 'list.fair',
  worth: 'list.worth',
} as const satisfies Readonly<Record<MarketColumn, string>>

/** Those that need more than prices. */
export const STAT_COLUMNS: readonly MarketColumn[] = ['week', 'change', 'volume', 'fair']

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

const SEPARATOR = ' '

/** The columns that the browser has kept; all of them, in their order, when it has kept none. */
export function readColumns(kept: string | null): readonly MarketColumn[] {
  if (kept === null) return COLUMNS
  const names = kept.split(SEPARATOR)
  return COLUMNS.filter((column) => names.includes(column))
}

export function writeColumns(columns: readonly MarketColumn[]): string {
  return columns.join(SEPARATOR)
}
