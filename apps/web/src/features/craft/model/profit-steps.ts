import { sellPrice, buyPrice, type ExpectedItem, type ItemCount, type Pricing } from '#shared/production/valuation.ts'
import type { Span } from '#shared/chart/SpanBar.tsx'

/** One step from nothing to the profit of a run. */
export interface ProfitStep {
  /** An ingredient, or what happens to the yield. */
  readonly of: { readonly itemId: number; readonly count: number } | 'sales' | 'fee' | 'profit'
  /** Below 0 for what is paid. */
  readonly coins: number
  readonly span: Span
}

const BASIS_POINTS = 10_000

/**
 * What the ingredients of a run cost, one after the other, what its yield sells for, the market's fee, and what is left:
 * all on one scale, from nothing to the higher of cost and sales.
 * @returns undefined if an item has no price
 */
export function profitSteps(
  consumed: readonly ItemCount[],
  yields: readonly ExpectedItem[],
  { mode, feeBasisPoints, pricesOf }: Pricing,
): ProfitStep[] | undefined {
  const costs = consumed.map((need) => ({ need, coins: need.count * buyPrice(pricesOf(need.itemId), mode) }))
  const sales = yields.map(({ itemId, count }) => count * sellPrice(pricesOf(itemId), mode))
  if ([...costs.map(({ coins }) => coins), ...sales].some((coins) => coins === 0)) return undefined
  const cost = costs.reduce((sum, { coins }) => sum + coins, 0)
  const gross = sales.reduce((sum, coins) => sum + coins, 0)
  const worth = (gross * (BASIS_POINTS - feeBasisPoints)) / BASIS_POINTS
  const scale = Math.max(cost, gross) || 1
  const step = (of: ProfitStep['of'], from: number, to: number, isPaid: boolean): ProfitStep => ({
    of,
    coins: isPaid ? from - to : to - from,
    span: { from: from / scale, to: to / scale, tone: isPaid ? 'loss' : 'gain' },
  })
  let paid = 0
  const paying = costs.map(({ need, coins }) => {
    paid += coins
    return step(need, paid - coins, paid, true)
  })
  return [
    ...paying,
    step('sales', 0, gross, false),
    ...(feeBasisPoints > 0 ? [step('fee', worth, gross, true)] : []),
    worth < cost ? step('profit', worth, cost, true) : step('profit', cost, worth, false),
  ]
}
