import type { OwnLot } from '@clutch/contract'
import type { Side } from '@clutch/economy'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { ANONYMOUS } from '../../http/call-handlers.ts'
import { toLotResponse } from './responses.ts'
import { sideOf } from './codes.ts'
import { toLot } from './load.ts'

/** A user's open lots, newest first, of one or all items, each with the count ahead of it at its price. */
export async function readOwnLots(context: Context, userId: string, itemId?: number): Promise<OwnLot[]> {
  if (userId === ANONYMOUS) return []
  const ofUser = context.store.db
    .selectFrom('lot')
    .selectAll()
    .select(
      // Ids are ordered by time: an older lot at the same price is filled first.
      sql<number>`coalesce((select sum(rival.open_count) from lot as rival
        where rival.item_id = lot.item_id and rival.side = lot.side and rival.price = lot.price
          and rival.lot_id < lot.lot_id and rival.owner_id <> lot.owner_id), 0)::bigint`.as('ahead_count'),
    )
    .where('owner_id', '=', userId)
    .orderBy('lot_id', 'desc')
  const rows = await (itemId === undefined ? ofUser : ofUser.where('item_id', '=', itemId)).execute()
  return rows.map(({ ahead_count, ...row }) => ({ ...toLotResponse(toLot(row)), ahead_count }))
}

/** Best open price per item and side, with the caller's own best, 0 without one (rules §2); as JSON. */
export async function readAllPrices(context: Context, userId: string): Promise<string> {
  const own = await readOwnBestPrices(context, userId)
  const listOf = (side: Side): string => context.priceBoard.entriesJson(side, own[side])
  return `{"buy_lots":${listOf('buy')},"sell_lots":${listOf('sell')}}`
}

async function readOwnBestPrices(
  context: Context,
  userId: string,
): Promise<Readonly<Record<Side, ReadonlyMap<number, number>>>> {
  const own = { buy: new Map<number, number>(), sell: new Map<number, number>() }
  if (userId === ANONYMOUS) return own
  const rows = await context.store.db
    .selectFrom('lot')
    .where('owner_id', '=', userId)
    .groupBy(['item_id', 'side'])
    .select(['item_id', 'side', sql<number>`case side when 0 then max(price) else min(price) end`.as('price')])
    .execute()
  for (const { item_id, side, price } of rows) own[sideOf(side)].set(item_id, price)
  return own
}
