import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, itemId } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { RENTABLE_ITEMS_MAX } from '../constants.ts'

/** A count in a command; the rules check the limits. */
const count = amount.min(1)

/** Everything about rent, for one player (document 2 §3, rules §7). */
export const rent = z.object({
  all_rents: z.array(
    z.object({
      item_id: itemId,
      /** Units rented out by all players. */
      count: amount,
      /** Coins per day of one unit now; without units, what the first would earn. */
      salary: z.number(),
    }),
  ),
  user_rents: z.array(
    z.object({
      item_id: itemId,
      count: amount,
      /** Whole coins owed. */
      salary: amount,
      /** The fraction of a coin owed in addition, 0 to 1. */
      salary_fraction: z.number(),
    }),
  ),
  config: z.array(
    z.object({
      item_id: itemId,
      hall: z.enum(['heroes', 'relics']),
      /** Coins per day shared by all units. */
      pool_per_day: amount,
      /** The most one unit earns per day. */
      salary_max: amount,
      shop_items: z.array(z.object({ item_id: itemId, price: amount })),
    }),
  ),
})
export type Rent = z.infer<typeof rent>
export type RentConfig = Rent['config'][number]
export type UserRent = Rent['user_rents'][number]

const common = { area: 'rent', access: 'player', query: z.object({}), response: rent } as const
const command = { ...common, command: true, bodyType: 'json', rateLimit: RATE_LIMITS.command } as const

export const rentContract = {
  calls: {
    'GET /rent/get': {
      ...common,
      summary: 'Rentable items, rented units, and the salary owed to the caller',
      command: false,
      bodyType: 'none',
      rateLimit: RATE_LIMITS.read,
      body: emptyBody,
    },
    'POST /rent/put': {
      ...command,
      summary: 'Rents items out in their hall',
      body: z.object({ item_id: itemId, count }),
    },
    'POST /rent/take-back': {
      ...command,
      summary: 'Takes items back from their hall; the last one also pays the salary',
      body: z.object({ item_id: itemId, count }),
    },
    'POST /rent/take-salary': {
      ...command,
      summary: 'Pays the whole coins owed for items; fractions stay owed',
      body: z.object({ item_ids: z.array(itemId).min(1).max(RENTABLE_ITEMS_MAX) }),
    },
    'POST /rent/buy-item': {
      ...command,
      summary: 'Buys in the shop of an item that the caller rents out',
      body: z.object({ rent_id: itemId, item_id: itemId, count }),
    },
  },
  errors: {
    not_rentable: { status: 409, message: '{name} cannot be rented out' },
    not_rented: { status: 409, message: 'You do not rent out {name}' },
    not_in_shop: { status: 409, message: 'This shop does not sell {name}' },
  },
} as const satisfies ContractArea
