import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, emptyBody, itemId, price, recipeId, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'

export const priceAlert = z.object({
  alert_id: uuid,
  item_id: itemId,
  /** Which best price it watches: `sell` is the cheapest offer, `buy` the dearest bid. */
  side: z.enum(['buy', 'sell']),
  /** Goes off at this price or beyond it, in this direction. */
  direction: z.enum(['above', 'below']),
  price,
  created_at: unixSeconds,
})
export type PriceAlert = z.infer<typeof priceAlert>

/** Something that happened to the player's interests, kept until read and a while after. */
export const notification = z.object({
  notification_id: uuid,
  created_at: unixSeconds,
  is_read: z.boolean(),
  kind: z.enum(['price_alert', 'lot_filled', 'craft_queue_ended', 'factory_queue_ended', 'support_grant']),
  /** Null for an ended queue, and for what customer support gave unless that was items of one kind. */
  item_id: itemId.nullable(),
  /** Null for all but a price alert and a filled lot. */
  side: z.enum(['buy', 'sell']).nullable(),
  /** The price that set the alert off, or the lot's price, in coins; else 0. */
  price: amount,
  /**
   * For a filled lot, its items; for an ended queue, the units of its last job; for an alert, 0; for what customer
   * support gave, so many of the item, or where that is null so many kinds of items.
   */
  count: amount,
  /** What customer support gave; else 0. */
  coins: amount,
  /** For an ended queue, the recipe of its last job; else null. */
  recipe_id: recipeId.nullable(),
  /** For an alert, the price it waited for and the direction; else null. */
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
      summary: 'The items that the caller watches, newest first',
      body: emptyBody,
      response: z.object({ item_ids: z.array(itemId) }),
    },
    'POST /watchlist/set': {
      ...command,
      summary: 'Puts an item on the watchlist or takes it off',
      body: z.object({ item_id: itemId, is_watched: z.boolean() }),
      response: z.object({ item_id: itemId, is_watched: z.boolean() }),
    },
    'POST /alerts/get': {
      ...read,
      summary: 'Price alerts that have not gone off yet, newest first',
      body: emptyBody,
      response: z.object({ alerts: z.array(priceAlert) }),
    },
    'POST /alerts/create': {
      ...command,
      summary: 'Waits for a price; one that is already there goes off at once',
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
      summary: 'Takes back a price alert',
      body: z.object({ alert_id: uuid }),
      response: z.object({ alert_id: uuid }),
    },
    'POST /notifications/get': {
      ...read,
      summary: "The caller's notifications, newest first, by pages, and how many are unread",
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
