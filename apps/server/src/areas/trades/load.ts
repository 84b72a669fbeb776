import {
  asAssetId,
  asPairId,
  asTradeId,
  asUserId,
  usersOfPair,
  type PairId,
  type Trade,
  type TradeId,
} from '@clutch/economy'
import type { EntityLoader } from '../../writer/area.ts'
import { toAmounts } from '../jobs/stored-items.ts'
import { confirmationOf, statusCode, tradeStatusOf } from './codes.ts'
import type { TradeTable } from './tables.ts'

/** Loads the open trade of a pair. */
export const tradesOfPairs: EntityLoader<PairId> = {
  statements: (ids) => {
    const pairs = ids.map(usersOfPair)
    return [
      {
        name: 'select-open-trades',
        text: `select trade.user_1, trade.user_2, trade_id from unnest($1::uuid[], $2::uuid[]) as pair (low, high)
          join trade on user_1 = low and user_2 = high and status = ${statusCode('active')}`,
        values: [pairs.map(([low]) => low), pairs.map(([, high]) => high)],
      },
    ]
  },
  add(world, ids, [open = []]) {
    for (const id of ids) world.trades.addPair(id, undefined)
    for (const row of open) {
      world.trades.addPair(
        asPairId(`${String(row['user_1'])}/${String(row['user_2'])}`),
        asTradeId(String(row['trade_id'])),
      )
    }
  },
}

/** Loads trades by id. Missing trades are cached too, so that they are not looked up again. */
export const tradesById: EntityLoader<TradeId> = {
  statements: (ids) => [
    { name: 'select-trades', text: 'select * from trade where trade_id = any($1::uuid[])', values: [ids] },
  ],
  add(world, ids, [trades = []]) {
    for (const id of ids) world.trades.add(id, undefined)
    for (const row of trades) {
      const trade = toTrade(row as unknown as TradeTable)
      world.trades.add(trade.id, trade)
    }
  },
}

/** Parses a row of `trade`. */
export function toTrade(row: TradeTable): Trade {
  const [user1, user2] = [asUserId(row.user_1), asUserId(row.user_2)]
  return {
    id: asTradeId(row.trade_id),
    sides: [
      {
        userId: user1,
        offer: { coins: row.coins_1, items: toAmounts(row.items_1) },
        confirmation: confirmationOf(row.confirmation_1),
        missing: row.missing_1.map(([asset, count]) => ({ asset: asAssetId(asset), count })),
      },
      {
        userId: user2,
        offer: { coins: row.coins_2, items: toAmounts(row.items_2) },
        confirmation: confirmationOf(row.confirmation_2),
        missing: row.missing_2.map(([asset, count]) => ({ asset: asAssetId(asset), count })),
      },
    ],
    creatorId: row.is_by_1 ? user1 : user2,
    status: tradeStatusOf(row.status),
    revision: row.revision,
    version: row.version,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    endedAtMs: row.ended_at_ms,
  }
}
