import type { ItemProfit } from '@clutch/contract'
import type { Context } from '../../context.ts'

/** A player's purchases, sales and profits per item, from the totals the writer maintains (rules §16). */
export async function readProfits(context: Context, userId: string): Promise<ItemProfit[]> {
  const rows = await context.store.db
    .selectFrom('item_total')
    .select([
      'item_id as item_type_id',
      'bought_count',
      'bought_total',
      'sold_count',
      'sold_total',
      'held_count',
      'held_cost',
      'realised_profit',
      'other_proceeds',
    ])
    .where('user_id', '=', userId)
    .orderBy('item_id')
    .execute()
  return rows.map((row) => ({
    ...row,
    average_cost: row.bought_count === 0 ? 0 : Math.round(row.bought_total / row.bought_count),
  }))
}
