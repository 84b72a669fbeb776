import type { ItemProfit } from '@clutch/contract'

/** Most earned first, losses after them; items that earned nothing yet come last. */
export function orderProfits(profits: readonly ItemProfit[]): readonly ItemProfit[] {
  return profits.toSorted(
    (one, other) =>
      Number(one.realised_profit === 0) - Number(other.realised_profit === 0) ||
      other.realised_profit - one.realised_profit,
  )
}

/** Coins for one of those sold, on average; null without a sale. */
export function averagePrice({ sold_count, sold_total }: ItemProfit): number | null {
  return sold_count === 0 ? null : Math.round(sold_total / sold_count)
}

/** Coins for one of those bought, on average; null without a purchase. */
export function averageCost({ bought_count, average_cost }: ItemProfit): number | null {
  return bought_count === 0 ? null : average_cost
}

/** What was earned or lost; null for neither. */
export function realisedProfit({ realised_profit }: ItemProfit): number | null {
  return realised_profit === 0 ? null : realised_profit
}
