import type { CallResponse, ItemWorth, PortfolioDay } from '@clutch/contract'

/** Points of the curve before today's. */
const CURVE_DAYS = 30

export type WorthPart = 'coins' | 'coins_in_lots' | 'free' | 'in_lots' | 'in_jobs'

/** What a player's net worth consists of, without parts that have none. */
export function partsOf({
  coins,
  items,
}: Pick<CallResponse<'POST /inventory/worth'>, 'coins'> & { readonly items: Iterable<ItemWorth> }): readonly {
  readonly part: WorthPart
  readonly value: number
}[] {
  const values: Record<WorthPart, number> = {
    coins: coins.free,
    coins_in_lots: coins.in_lots,
    free: 0,
    in_lots: 0,
    in_jobs: 0,
  }
  for (const item of items) {
    for (const where of ['free', 'in_lots', 'in_jobs'] as const) values[where] += item[where] * item.fair_price
  }
  return (['coins', 'coins_in_lots', 'free', 'in_lots', 'in_jobs'] as const).flatMap((part) =>
    values[part] > 0 ? [{ part, value: values[part] }] : [],
  )
}

/** The net worth at the end of each past day and now, oldest first. */
export function curveOf(days: readonly PortfolioDay[], now: number): readonly number[] {
  return [...days.slice(-CURVE_DAYS).map(({ net_worth }) => net_worth), now]
}
