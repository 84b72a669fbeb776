import { isOperationKind, OPERATION_KINDS } from '@clutch/economy'
import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, csvLanguage, cursorUuid, emptyBody, itemId, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { CHART_INTERVALS } from '../constants.ts'

export const inventoryEntry = z.object({ TypeId: itemId, Count: amount })
export type InventoryEntry = z.infer<typeof inventoryEntry>

/** What caused an operation, if it has a page. */
export const operationCause = z.object({
  type: z.enum(['lot', 'trade', 'recipe', 'harvest', 'rent', 'exchange', 'spin', 'friend_trade', 'referral']),
  /** Id of the lot, history entry, recipe or similar; empty if the kind has a single page. */
  id: z.string(),
  /** The traded item, if any; otherwise 0. */
  item_id: z.int().min(0),
})

export const inventoryOperation = z.object({
  uuid,
  created_at: unixSeconds,
  /** Why balances changed (document 1 §3, rules §1). */
  operation_code: z.enum(Object.keys(OPERATION_KINDS).filter(isOperationKind)),
  /** `add` if every line grows, `remove` if every line shrinks; decided by coins if there are only coins. */
  operation_type: z.enum(['add', 'remove', 'other']),
  list: z.array(
    z.object({
      item_id: itemId,
      /** Signed change of the free count. */
      count: z.int(),
      /** The free count afterwards. */
      new_count: amount,
    }),
  ),
  /** The change in coins; null if none. */
  coins: z.object({ count: z.int(), new_count: amount }).nullable(),
  cause: operationCause.nullable(),
})
export type InventoryOperation = z.infer<typeof inventoryOperation>

export const countPoint = z.object({
  time_slot: z.string(),
  /** Free items at the end of the slot. */
  count: amount,
})
export type CountPoint = z.infer<typeof countPoint>

export const itemWorth = z.object({
  item_id: itemId,
  free: amount,
  in_lots: amount,
  in_jobs: amount,
  /** Coins per item at fair price; 0 without one. */
  fair_price: amount,
  /** (free + in_lots + in_jobs) × fair_price. */
  value: amount,
})
export type ItemWorth = z.infer<typeof itemWorth>

const common = { area: 'inventory', access: 'player', command: false, bodyType: 'json', query: z.object({}) } as const
const read = { ...common, rateLimit: RATE_LIMITS.read } as const

export const inventoryContract = {
  calls: {
    'POST /inventory/get': {
      ...read,
      summary: "The caller's items with a count above zero",
      body: emptyBody,
      response: z.array(inventoryEntry),
    },
    'POST /inventory/history': {
      ...read,
      summary: "Changes of the caller's items and coins with their causes, newest first, paged",

      body: z
        .object({
          /** Last entry of the previous page; null, absent or empty for the first page. */
          last_uuid: cursorUuid,
          /** Only operations that changed this item; 0 or absent for all. */
          filter_item_id: itemId.or(z.literal(0)).nullish(),
          /** Only operations that changed coins, or items. */
          assets: z.enum(['all', 'coins', 'items']).default('all'),
        })
        .prefault({}),
      response: z.object({ response: z.array(inventoryOperation) }),
    },
    'GET /inventory/archive': {
      ...read,
      summary: "Until when the caller's history is archived: the server has no older operations",
      bodyType: 'none',
      body: emptyBody,
      response: z.object({
        archived_before: unixSeconds.describe('0 if none of the caller’s operations are archived'),
      }),
    },
    'GET /inventory/export-history': {
      ...read,
      summary: "All changes of the caller's items and coins as CSV, newest first, streamed",
      bodyType: 'none',
      body: emptyBody,
      query: z.object({ lang: csvLanguage }),
      response: z.string(),
      responseType: 'text/csv',
      rateLimit: RATE_LIMITS.heavyRead,
    },
    'POST /inventory/chart': {
      ...read,
      summary: 'How many of an item the caller had free at the end of each time slot with a change',
      body: z.object({
        item_id: itemId,
        start_date: unixSeconds,
        end_date: unixSeconds,
        interval: z.enum(CHART_INTERVALS),
      }),
      response: z.array(countPoint),
    },
    'POST /inventory/worth': {
      ...read,
      summary: 'The caller’s possessions at fair prices: free, in lots and in jobs',
      body: emptyBody,
      response: z.object({
        coins: z.object({ free: amount, in_lots: amount }),
        items: z.array(itemWorth),
        /** All coins and the value of all items. */
        total: amount,
      }),
    },
    'GET /inventory/events': {
      ...read,
      /**
       * Starts with `ready`, after which a reconnecting client reloads. Then `inventory_item_updated` with `{item_id,
       * count, timestamp}` and `egg_coins_updated` with `{balance, timestamp}`: free amounts after the change, Unix
       * milliseconds, each event with an id. Ignore an update older than one already seen. `heartbeat` with
       * `{timestamp}` is sent every 15 seconds; a client that receives nothing for 35 seconds should reconnect.
       */
      summary: "Server-sent events of the caller's items and coins, for clients without a WebSocket",
      bodyType: 'none',
      body: emptyBody,
      response: z.string(),
      responseType: 'text/event-stream',
    },
  },
} as const satisfies ContractArea
