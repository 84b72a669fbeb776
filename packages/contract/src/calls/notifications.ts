import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, emptyBody, itemId, price, recipeId, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'

export const priceAlert = z.object({
  alert_id: uuid,
  item_id: itemId,
  /** The watched best price: `sell` is the cheapest offer, `buy` the highest bid. */
  side: z.enum(['buy', 'sell']),
  /** Triggers at this price or beyond it in this direction. */
  direction: z.enum(['above', 'below']),
  price,
  created_at: unixSeconds,
})
export type PriceAlert = z.infer<typeof priceAlert>

/** A notification; the newest thousand of a player are stored. */
export const notification = z.object({
  notification_id: uuid,
  created_at: unixSeconds,
  is_read: z.boolean(),
  kind: z.enum(['price_alert', 'lot_filled', 'craft_queue_ended', 'factory_queue_ended', 'support_grant']),
  /** Null for an ended queue, and for a support grant unless it was items of one type. */
  item_id: itemId.nullable(),
  /** Set for a price alert and a filled lot only. */
  side: z.enum(['buy', 'sell']).nullable(),
  /** The price that triggered the alert, or the lot's price, in coins; otherwise 0. */
  price: amount,
  /**
   * For a filled lot, its items; for an ended queue, the units of its last job; for an alert, 0; for a support grant,
   * the amount of the item, or without an item the number of item types.
   */
  count: amount,
  /** Coins of a support grant; otherwise 0. */
  coins: amount,
  /** For an ended queue, the recipe of its last job; otherwise null. */
  recipe_id: recipeId.nullable(),
  /** For an alert, its price and direction; otherwise null. */
  alert: z.object({ direction: z.enum(['above', 'below']), price }).nullable(),
})
export type Notification = z.infer<typeof notification>

const common = { area: 'notifications', access: 'player', bodyType: 'json', query: z.object({}) } as const
const read = { ...common, command: false, rateLimit: RATE_LIMITS.read } as const
const command = { ...common, command: true, rateLimit: RATE_LIMITS.command } as const

export const notificationContract = {
  calls: {
    'POST /watchlist/get': {
      ...read,
      summary: 'The caller’s watchlist, newest first',
      body: emptyBody,
      response: z.object({ item_ids: z.array(itemId) }),
    },
    'POST /watchlist/set': {
      ...command,
      summary: 'Adds an item to the watchlist or removes it',
      body: z.object({ item_id: itemId, is_watched: z.boolean() }),
      response: z.object({ item_id: itemId, is_watched: z.boolean() }),
    },
    'POST /alerts/get': {
      ...read,
      summary: 'Pending price alerts, newest first',
      body: emptyBody,
      response: z.object({ alerts: z.array(priceAlert) }),
    },
    'POST /alerts/create': {
      ...command,
      summary: 'Creates a price alert; it triggers immediately if the price is already reached',
      body: z.object({
        item_id: itemId,
        side: z.enum(['buy', 'sell']),
        direction: z.enum(['above', 'below']),
        price,
      }),
      response: z.object({ alert: priceAlert }),
    },
    'POST /alerts/delete': {
      ...command,
      summary: 'Deletes a price alert',
      body: z.object({ alert_id: uuid }),
      response: z.object({ alert_id: uuid }),
    },
    'POST /notifications/get': {
      ...read,
      summary: "The caller's notifications, newest first, paged, and the unread count",
      body: z.object({ last_uuid: cursorUuid }).prefault({}),
      response: z.object({ notifications: z.array(notification), unread_count: amount }),
    },
    'POST /notifications/mark-read': {
      ...command,
      summary: 'Marks a notification and all before it as read',
      body: z.object({ up_to: uuid }),
      response: z.object({ unread_count: amount }),
    },
  },
  errors: {
    alert_not_found: { status: 404, message: 'Price alert not found' },
    too_many_watched_items: { status: 409, message: 'At most {max} watched items' },
    too_many_alerts: { status: 409, message: 'At most {max} price alerts' },
  },
} as const satisfies ContractArea
