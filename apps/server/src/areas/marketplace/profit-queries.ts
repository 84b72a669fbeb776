import type { ItemProfit } from '@clutch/contract'
import { AMOUNT_MAX } from '@clutch/economy'
import type { Context } from '../../context.ts'

/** What a player bought, sold and earned of each item, from sums that the writer keeps. */
export async function readProfits(context: Context, userId: string): Promise<ItemProfit[]> {
  const rows = await context.store.db
    .selectFrom('item_total')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('item_id')
    .execute()
  return rows.map((row) => ({
    item_type_id: row.item_id,
    bought_count: row.bought_count,
    bought_total: row.bought_total,
    sold_count: row.sold_count,
    sold_total: row.sold_total,
    average_cost: row.bought_count === 0 ? 0 : Math.round(row.bought_total / row.bought_count),
    realised_profit: realisedProfit(row),
  }))
}

interface Totals {
  readonly bought_count: number
  readonly bought_total: number
  readonly sold_count: number
  readonly sold_total: number
}

/**
 * For as many items as were both bought and sold, what they brought on average less what they cost on average, in
 * coins, rounded down. Items that were found or made cost nothing and count in neither. Exact for any amounts.
 */
export function realisedProfit(totals: Totals): number {
  const [bought, paid] = [BigInt(totals.bought_count), BigInt(totals.bought_total)]
  const [sold, received] = [BigInt(totals.sold_count), BigInt(totals.sold_total)]
  if (bought === 0n || sold === 0n) return 0
  const both = bought < sold ? bought : sold
  const profit = floorDivide(both * (received * bought - paid * sold), bought * sold)
  return Math.max(-AMOUNT_MAX, Math.min(AMOUNT_MAX, Number(profit)))
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}
