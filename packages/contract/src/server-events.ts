import * as z from 'zod'
import { amount, itemId, price, unixSeconds, uuid } from './bounds.ts'
import { steamId } from './calls/admin.ts'

/** Events per response. */
export const EVENTS_MAX = 1_000
const EVENTS_DEFAULT = 100
/** Type of the event that an operator sends to try an endpoint. */
export const WEBHOOK_TEST_TYPE = 'webhook.test'
/** Longest wait for a new event, in seconds. */
export const EVENTS_WAIT_MAX_SEC = 25

const EVENT_ID = /^\d{15}-\d{12}$/
const eventId = z.string().regex(EVENT_ID).describe('Cursor: ids sort in commit order')

const change = z.object({ change: z.int(), after: amount.nullable().describe('Free balance after the operation') })
const ofPlayer = { user_uuid: uuid, steam_id: steamId }
const coinExchange = z.object({
  ...ofPlayer,
  exchange_id: uuid,
  direction: z.enum(['to_steam', 'from_steam']),
  currency: z.string().describe('The store coin'),
  store_count: amount.describe('Store coins'),
  coins: amount,
  state: z.string(),
})

/** Data of each type of event (integration §3). */
const EVENT_DATA = {
  'operation.posted': z.object({
    ...ofPlayer,
    operation_id: uuid,
    kind: z.string().describe('As in the player’s history'),
    cause: uuid.nullable().describe('The lot, job, trade or given cause'),
    coins: change.nullable(),
    items: z.array(change.extend({ item_id: itemId })),
  }),
  'trade.executed': z.object({
    operation_id: uuid.describe('The operation of the maker'),
    item_id: itemId,
    price: price.describe('Coins per item'),
    count: amount,
    fee: amount.describe('Coins of the sale that the seller did not receive'),
    buyer: steamId,
    seller: steamId,
  }),
  'player.registered': z.object(ofPlayer),
  'player.banned': z.object({ ...ofPlayer, until: unixSeconds }),
  'player.unbanned': z.object(ofPlayer),
  'player.deleted': z.object({
    user_uuid: uuid,
    steam_id: steamId.describe('The pseudonym that replaced the Steam id, in this event and all earlier ones'),
  }),
  'coin_exchange.settled': coinExchange,
  'coin_exchange.parked': coinExchange,
  'economy.halted': z.object({ rules: z.array(z.string()).describe('What the integrity check found broken') }),
  'economy.resumed': z.object({}),
  'content.switched': z.object({ version: z.int(), digest: z.string() }),
} as const

export type ServerEventType = keyof typeof EVENT_DATA

export const SERVER_EVENT_TYPES = Object.keys(EVENT_DATA) as [ServerEventType, ...ServerEventType[]]

const [first, ...others] = SERVER_EVENT_TYPES.map((type) =>
  z.object({
    id: eventId,
    type: z.literal(type),
    occurred_at: z.int().describe('Unix milliseconds'),
    data: EVENT_DATA[type],
  }),
) as [AnyEvent, ...AnyEvent[]]

type AnyEvent = z.ZodObject<{
  id: typeof eventId
  type: z.ZodLiteral<ServerEventType>
  occurred_at: z.ZodInt
  data: (typeof EVENT_DATA)[ServerEventType]
}>

/** The body of a webhook (Standard Webhooks); `webhook.test` is sent on an operator's request. */
export const webhookMessage = z.union([
  ...SERVER_EVENT_TYPES.map((type) =>
    z.object({
      type: z.literal(type),
      timestamp: z.iso.datetime().describe('When it happened'),
      data: EVENT_DATA[type],
    }),
  ),
  z.object({ type: z.literal(WEBHOOK_TEST_TYPE), timestamp: z.iso.datetime(), data: z.object({}) }),
])

/** One event of the log. */
const serverEvent = z.discriminatedUnion('type', [first, ...others])
export type ServerEvent = {
  readonly [Type in ServerEventType]: {
    readonly id: string
    readonly type: Type
    readonly occurred_at: number
    readonly data: z.output<(typeof EVENT_DATA)[Type]>
  }
}[ServerEventType]

export const eventsQuery = z.object({
  after: eventId.or(z.literal('')).optional().describe('`next` of the response before; absent for the oldest event'),
  limit: z.coerce.number().int().min(1).max(EVENTS_MAX).default(EVENTS_DEFAULT),
  types: z
    .string()
    .regex(/^[a-z_.]{1,40}(,[a-z_.]{1,40}){0,20}$/)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(SERVER_EVENT_TYPES)))
    .optional()
    .describe('Types, separated by commas; all if absent'),
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(EVENTS_WAIT_MAX_SEC)
    .default(0)
    .describe('How many seconds to wait if there is no event yet'),
})

export const eventsResponse = z.object({
  events: z.array(serverEvent),
  next: eventId.or(z.literal('')).describe('Cursor for the events after these'),
  oldest: eventId.nullable().describe('The oldest event that is kept; null before the first'),
})
