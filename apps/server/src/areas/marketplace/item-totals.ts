import { AMOUNT_MAX, type CostBasis, type MarketRecorded } from '@clutch/economy'
import { overRows, type MaybeStatement } from '../../store/statement.ts'

interface ItemTotalRow {
  readonly userId: string
  readonly itemId: number
  boughtCount: number
  boughtTotal: number
  soldCount: number
  soldTotal: number
  /** State after the latest trade of the batch. */
  basis: CostBasis
}

const NOTHING = { boughtCount: 0, boughtTotal: 0, soldCount: 0, soldTotal: 0 }

/**
 * Each player's purchases and sales per item in a batch, and the resulting cost basis, so that profits can be read without
 * scanning trades.
 */
export class ItemTotals {
  readonly #rows = new Map<string, ItemTotalRow>()

  add({ userId, itemId, recordType, count, total, costBasis }: MarketRecorded): void {
    if (costBasis === undefined) return
    const row = this.#row(userId, itemId, costBasis)
    if (recordType === 'buy_auto' || recordType === 'buy_manual') {
      row.boughtCount = Math.min(AMOUNT_MAX, row.boughtCount + count)
      row.boughtTotal = Math.min(AMOUNT_MAX, row.boughtTotal + total)
    } else {
      row.soldCount = Math.min(AMOUNT_MAX, row.soldCount + count)
      row.soldTotal = Math.min(AMOUNT_MAX, row.soldTotal + total)
    }
  }

  /** Sums saturate at the largest amount rather than failing a whole batch. */
  statement(): MaybeStatement {
    return overRows(
      'add-to-item-totals',
      [...this.#rows.values()],
      [
        ({ userId }) => userId,
        ({ itemId }) => itemId,
        ({ boughtCount }) => boughtCount,
        ({ boughtTotal }) => boughtTotal,
        ({ soldCount }) => soldCount,
        ({ soldTotal }) => soldTotal,
        ({ basis }) => basis.heldCount,
        ({ basis }) => basis.heldCost,
        ({ basis }) => basis.realisedProfit,
        ({ basis }) => basis.otherProceeds,
      ],
      `insert into item_total as sum (user_id, item_id, bought_count, bought_total, sold_count, sold_total, held_count,
        held_cost, realised_profit, other_proceeds)
      select * from unnest($1::uuid[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
        $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
      on conflict (user_id, item_id) do update set
        bought_count = least(sum.bought_count + excluded.bought_count, ${AMOUNT_MAX}),
        bought_total = least(sum.bought_total + excluded.bought_total, ${AMOUNT_MAX}),
        sold_count = least(sum.sold_count + excluded.sold_count, ${AMOUNT_MAX}),
        sold_total = least(sum.sold_total + excluded.sold_total, ${AMOUNT_MAX}),
        held_count = excluded.held_count, held_cost = excluded.held_cost,
        realised_profit = excluded.realised_profit, other_proceeds = excluded.other_proceeds`,
    )
  }

  #row(userId: string, itemId: number, basis: CostBasis): ItemTotalRow {
    const key = `${userId}/${itemId}`
    const existing = this.#rows.get(key)
    if (existing !== undefined) {
      existing.basis = basis
      return existing
    }
    const row = { userId, itemId, ...NOTHING, basis }
    this.#rows.set(key, row)
    return row
  }
}
