import {
  asAlertId,
  asCoins,
  asItemId,
  asLotId,
  asQuantity,
  asUserId,
  type ItemId,
  type Lot,
  type LotId,
  type PriceAlert,
  type UserId,
} from '@clutch/economy'
import { directionOf, sideOf } from '../store/codes.ts'
import type { Statement } from '../store/writer-connection.ts'

export function selectBalances(userIds: readonly UserId[]): Statement {
  return {
    name: 'select-balances',
    text: 'select user_id, asset, free, held from balance where user_id = any($1::uuid[])',
    values: [userIds],
  }
}

export function selectLotCounts(ownerIds: readonly UserId[]): Statement {
  return {
    name: 'select-lot-counts',
    text: 'select owner_id, count(*) as lots from lot where owner_id = any($1::uuid[]) group by owner_id',
    values: [ownerIds],
  }
}

export function selectWatchedItems(userIds: readonly UserId[]): Statement {
  return {
    name: 'select-watched-items',
    text: 'select user_id, item_id from watched_item where user_id = any($1::uuid[])',
    values: [userIds],
  }
}

const ALERT_COLUMNS = 'alert_id, user_id, item_id, side, direction, price, created_at_ms'

export function selectAlertsOfUsers(userIds: readonly UserId[]): Statement {
  return {
    name: 'select-alerts-of-users',
    text: `select ${ALERT_COLUMNS} from price_alert where user_id = any($1::uuid[])`,
    values: [userIds],
  }
}

export function selectAlertsOfItems(itemIds: readonly ItemId[]): Statement {
  return {
    name: 'select-alerts-of-items',
    text: `select ${ALERT_COLUMNS} from price_alert where item_id = any($1::integer[])`,
    values: [itemIds],
  }
}

/** A row of `price_alert` in the rules' words. */
export function toAlert(row: Record<string, unknown>): PriceAlert {
  return {
    id: asAlertId(String(row['alert_id'])),
    userId: asUserId(String(row['user_id'])),
    itemId: asItemId(Number(row['item_id'])),
    side: sideOf(Number(row['side'])),
    direction: directionOf(Number(row['direction'])),
    price: asCoins(Number(row['price'])),
    createdAtMs: Number(row['created_at_ms']),
  }
}

export function selectItemsOfLots(lotIds: readonly LotId[]): Statement {
  return {
    name: 'select-items-of-lots',
    text: 'select item_id from lot where lot_id = any($1::uuid[])',
    values: [lotIds],
  }
}

/** Oldest first: a lot's id is its place in time, so adding in this order rebuilds every queue. */
export function selectLots(itemIds: readonly ItemId[]): Statement {
  return {
    name: 'select-lots',
    text: `select lot_id, owner_id, item_id, side, price, count, open_count, preferred_currency, preferred_price, created_at_ms
      from lot where item_id = any($1::integer[]) order by lot_id`,
    values: [itemIds],
  }
}

/** A row of `lot` in the rules' words. */
export function toLot(row: Record<string, unknown>): Lot {
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

export interface PastOutcome {
  readonly ownerId: string
  readonly key: string
  readonly requestHash: string
  readonly outcome: unknown
}

export function selectOutcomes(keys: readonly { readonly ownerId: string; readonly key: string }[]): Statement {
  return {
    name: 'select-outcomes',
    // One index look-up for each: a join would be planned while the table is young and small, and then kept.
    text: `select past.owner_id, past.key, past.request_hash, past.outcome
      from unnest($1::uuid[], $2::text[]) as wanted (owner_id, key)
      cross join lateral (
        select * from command_outcome
        where command_outcome.owner_id = wanted.owner_id and command_outcome.key = wanted.key limit 1
      ) as past`,
    values: [keys.map(({ ownerId }) => ownerId), keys.map(({ key }) => key)],
  }
}

export function toPastOutcome(row: Record<string, unknown>): PastOutcome {
  return {
    ownerId: String(row['owner_id']),
    key: String(row['key']),
    requestHash: String(row['request_hash']),
    outcome: row['outcome'],
  }
}
