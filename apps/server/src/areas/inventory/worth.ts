import type { CallResponse, ItemWorth } from '@clutch/contract'
import { AMOUNT_MAX, COINS } from '@clutch/economy'
import type { Context } from '../../context.ts'
import { SIDE_CODES } from '../../store/codes.ts'

type Worth = CallResponse<'POST /inventory/worth'>

/**
 * What a player owns and what it is worth at fair prices. Sums that pass 2^53 − 1 stop there: one can own more than
 * all the coins that may exist would pay for.
 */
export async function readWorth(context: Context, userId: string): Promise<Worth> {
  const [balances, inLots, fairPrices] = await Promise.all([
    readBalances(context, userId),
    readItemsInLots(context, userId),
    context.fairPriceBoard.prices(),
  ])
  const coins = balances.find(({ asset }) => asset === COINS)
  const items = balances.flatMap(({ asset, free, held }): ItemWorth[] => {
    if (asset === COINS || free + held === 0) return []
    const in_lots = inLots.get(asset) ?? 0
    const fair_price = fairPrices.get(asset) ?? 0
    const value = Math.min(AMOUNT_MAX, (free + held) * fair_price)
    return [{ item_id: asset, free, in_lots, in_jobs: held - in_lots, fair_price, value }]
  })
  const owned = { free: coins?.free ?? 0, in_lots: coins?.held ?? 0 }
  const total = items.reduce((sum, { value }) => Math.min(AMOUNT_MAX, sum + value), owned.free + owned.in_lots)
  return { coins: owned, items, total }
}

function readBalances(context: Context, userId: string) {
  return context.store.db
    .selectFrom('balance')
    .select(['asset', 'free', 'held'])
    .where('user_id', '=', userId)
    .orderBy('asset')
    .execute()
}

/** Items that open sell lots hold; what else is held is in jobs. */
async function readItemsInLots(context: Context, userId: string): Promise<ReadonlyMap<number, number>> {
  const rows = await context.store.db
    .selectFrom('lot')
    .select(['item_id', 'open_count'])
    .where('owner_id', '=', userId)
    .where('side', '=', SIDE_CODES.sell)
    .execute()
  const counts = new Map<number, number>()
  for (const { item_id, open_count } of rows) counts.set(item_id, (counts.get(item_id) ?? 0) + open_count)
  return counts
}
