import { asAlertId, asCoins, asItemId, asUserId, type PriceAlert } from '@clutch/economy'
import type { AccountLoader, EntityLoader } from '../../writer/area.ts'
import { sideOf } from '../marketplace/codes.ts'
import { directionOf } from './codes.ts'

const ALERT_COLUMNS = 'alert_id, user_id, item_id, side, direction, price, created_at_ms'

/** Loads a player's watchlist and pending alerts. */
export const notificationAccounts: AccountLoader = {
  statements: (userIds) => [
    {
      name: 'select-watched-items',
      text: 'select user_id, item_id from watched_item where user_id = any($1::uuid[])',
      values: [userIds],
    },
    {
      name: 'select-alerts-of-users',
      text: `select ${ALERT_COLUMNS} from price_alert where user_id = any($1::uuid[])`,
      values: [userIds],
    },
  ],
  add(world, [watched = [], alerts = []]) {
    for (const row of watched) {
      const { watchedItems } = world.account(asUserId(String(row['user_id']))).notifications
      watchedItems.add(asItemId(Number(row['item_id'])))
    }
    for (const row of alerts) world.notifications.addAlert(toAlert(row))
  },
}

/** Loads the pending alerts on a book. */
export const alertsOfBooks: EntityLoader<number> = {
  statements: (itemIds) => [
    {
      name: 'select-alerts-of-items',
      text: `select ${ALERT_COLUMNS} from price_alert where item_id = any($1::integer[])`,
      values: [itemIds],
    },
  ],
  add(world, _itemIds, [alerts = []]) {
    for (const row of alerts) world.notifications.addAlert(toAlert(row))
  },
}

/** Parses a row of `price_alert`. */
export function toAlert(row: Readonly<Record<string, unknown>>): PriceAlert {
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
