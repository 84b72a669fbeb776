import { asCoins, asItemId, asLotId, asQuantity, asUserId, type Lot } from '@clutch/economy'
import type { AccountLoader, EntityLoaders } from '../../writer/area.ts'
import { sideOf } from './codes.ts'

/** Loads players' numbers of open lots and their totals per item. */
export const marketAccounts: AccountLoader = {
  statements: (userIds) => [
    {
      name: 'select-lot-counts',
      text: 'select owner_id, count(*) as lots from lot where owner_id = any($1::uuid[]) group by owner_id',
      values: [userIds],
    },
    {
      name: 'select-cost-bases',
      text: `select user_id, item_id, held_count, held_cost, realised_profit, other_proceeds
        from item_total where user_id = any($1::uuid[])`,
      values: [userIds],
    },
  ],
  add(world, [counts = [], bases = []]) {
    for (const row of counts) {
      world.account(asUserId(String(row['owner_id']))).marketplace.openLotCount = Number(row['lots'])
    }
    for (const row of bases) {
      world.account(asUserId(String(row['user_id']))).marketplace.costBases.set(asItemId(Number(row['item_id'])), {
        heldCount: Number(row['held_count']),
        heldCost: Number(row['held_cost']),
        realisedProfit: Number(row['realised_profit']),
        otherProceeds: Number(row['other_proceeds']),
      })
    }
  },
}

/** Loads order books with their lots. */
export const marketEntities: EntityLoaders = {
  book: {
    statements: (itemIds) => [
      {
        name: 'select-lots',
        // Oldest first (ids are ordered by time), which restores the queue at each price.
        text: `select lot_id, owner_id, item_id, side, price, count, open_count, preferred_currency, preferred_price, created_at_ms
          from lot where item_id = any($1::integer[]) order by lot_id`,
        values: [itemIds],
      },
    ],
    add(world, itemIds, [lots = []]) {
      for (const itemId of itemIds) world.marketplace.addBook(itemId)
      for (const row of lots) {
        const lot = toLot(row)
        world.marketplace.book(lot.itemId).add(lot)
        world.marketplace.indexLot(lot.id, lot.itemId)
      }
    },
  },
  lot: {
    locate: (lotIds) => ({
      name: 'select-items-of-lots',
      text: 'select distinct item_id from lot where lot_id = any($1::uuid[])',
      values: [lotIds],
    }),
    entityOf: (row) => ({ kind: 'book', id: asItemId(Number(row['item_id'])) }),
  },
}

/** Parses a row of `lot`. */
export function toLot(row: Readonly<Record<string, unknown>>): Lot {
  const currency = String(row['preferred_currency'])
  return {
    id: asLotId(String(row['lot_id'])),
    ownerId: asUserId(String(row['owner_id'])),
    itemId: asItemId(Number(row['item_id'])),
    side: sideOf(Number(row['side'])),
    price: asCoins(Number(row['price'])),
    count: asQuantity(Number(row['count'])),
    openCount: asQuantity(Number(row['open_count'])),
    preferred: {
      currency: currency === 'gold' || currency === 'silver' || currency === 'bronze' ? currency : 'coin',
      price: Number(row['preferred_price']),
    },
    createdAtMs: Number(row['created_at_ms']),
  }
}
