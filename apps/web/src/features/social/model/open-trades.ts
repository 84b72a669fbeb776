import type { Trade } from '@clutch/contract'

/** Whether a later state of the trade is known. Answers and events come in any order. */
export function isOvertaken(trade: Trade, known: readonly (Trade | undefined)[]): boolean {
  return known.some((state) => state?.id === trade.id && trade.version < state.version)
}

/** The open trades with one of them as it is now, newest first; without it once it has ended. */
export function withTrade(trades: readonly Trade[], trade: Trade): Trade[] {
  const others = trades.filter(({ id }) => id !== trade.id)
  return trade.trade_status === 'active' ? [trade, ...others].toSorted((a, b) => (a.id < b.id ? 1 : -1)) : others
}
