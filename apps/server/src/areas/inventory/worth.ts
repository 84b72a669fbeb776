import type { CallResponse, ItemWorth } from '@clutch/contract'
import { AMOUNT_MAX, COINS } from '@clutch/economy'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { allHolds } from '../../integrity/integrity-check.ts'

type Worth = CallResponse<'POST /inventory/worth'>

/**
 * A player's items and their value at fair prices. Sums are capped at 2^53 − 1, since a value can exceed all the coins
 * that can exist.
 */
export async function readWorth(context: Context, userId: string): Promise<Worth> {
  const [balances, holds, fairPrices] = await Promise.all([
    readBalances(context, userId),
    readHolds(context, userId),
    context.fairPriceBoard.prices(),
  ])
  const coins = balances.find(({ asset }) => asset === COINS)
  const items = balances.flatMap(({ asset, free, held }): ItemWorth[] => {
    if (asset === COINS || free + held === 0) return []
    const in_lots = holds.get(`lot/${asset}`) ?? 0
    const in_jobs = (holds.get(`job/${asset}`) ?? 0) + (holds.get(`harvest_run/${asset}`) ?? 0)
    const fair_price = fairPrices.get(asset) ?? 0
    const value = Math.min(AMOUNT_MAX, (free + held) * fair_price)
    return [{ item_id: asset, free, in_lots, in_jobs, fair_price, value }]
  })
  const owned = { free: coins?.free ?? 0, in_lots: holds.get(`lot/${COINS}`) ?? 0 }
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

/** Amounts held by a player's lots, jobs and runs, by kind of holder and asset. */
async function readHolds(context: Context, userId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ owner_kind: string; asset: number; amount: number }>`
    select owner_kind, asset, sum(amount)::bigint as amount from (${allHolds(context.areas)}) as holds
    where user_id = ${userId} group by owner_kind, asset`.execute(context.store.db)
  return new Map(rows.map(({ owner_kind, asset, amount }) => [`${owner_kind}/${asset}`, amount]))
}
