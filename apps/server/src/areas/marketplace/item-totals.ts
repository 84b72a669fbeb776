import { AMOUNT_MAX, type MarketRecorded } from '@clutch/economy'
import { overRows, type MaybeStatement } from '../../store/statement.ts'

interface ItemTotalRow {
  readonly userId: string
  readonly itemId: number
  boughtCount: number
  boughtTotal: number
  soldCount: number
  soldTotal: number
}

/** Sums what each player bought and sold of each item in a batch, so that reading profits never scans trades. */
export class ItemTotals {
  readonly #rows = new Map<string, ItemTotalRow>()

  add({ userId, itemId, recordType, count, total }: MarketRecorded): void {
    switch (recordType) {
      case 'buy_auto':
      case 'buy_manual': {
        const row = this.#row(userId, itemId)
        row.boughtCount = Math.min(AMOUNT_MAX, row.boughtCount + count)
        row.boughtTotal = Math.min(AMOUNT_MAX, row.boughtTotal + total)
        return
      }
      case 'sell_auto':
      case 'sell_manual': {
        const row = this.#row(userId, itemId)
        row.soldCount = Math.min(AMOUNT_MAX, row.soldCount + count)
        row.soldTotal = Math.min(AMOUNT_MAX, row.soldTotal + total)
        return
      }
      case 'cancel_buy':
      case 'cancel_sell':
        return
    }
  }

  /** Sums saturate at the largest amount instead of failing a whole batch. */
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
      ],
      `insert into item_total as sum (user_id, item_id, bought_count, bought_total, sold_count, sold_total)
      select * from unnest($1::uuid[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      on conflict (user_id, item_id) do update set
        bought_count = least(sum.bought_count + excluded.bought_count, ${AMOUNT_MAX}),
        bought_total = least(sum.bought_total + excluded.bought_total, ${AMOUNT_MAX}),
        sold_count = least(sum.sold_count + excluded.sold_count, ${AMOUNT_MAX}),
        sold_total = least(sum.sold_total + excluded.sold_total, ${AMOUNT_MAX})`,
    )
  }

  #row(userId: string, itemId: number): ItemTotalRow {
    const key = `${userId}/${itemId}`
    const existing = this.#rows.get(key)
    if (existing !== undefined) return existing
    const row = { userId, itemId, boughtCount: 0, boughtTotal: 0, soldCount: 0, soldTotal: 0 }
    this.#rows.set(key, row)
    return row
  }
}
