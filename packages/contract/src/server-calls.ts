import * as z from 'zod'
import { amount, givenReason, itemId, text, TEXT_MAX, unixSeconds, uuid } from './bounds.ts'
import { steamId } from './calls/admin.ts'
import type { ServerKeyScope } from './calls/server-keys.ts'
import { LANGUAGES } from './constants.ts'
import { secretRotation, webhook, webhookId, webhookSecret, webhookTerms } from './calls/webhooks.ts'
import { eventsQuery, eventsResponse } from './server-events.ts'

export { EVENTS_MAX, SERVER_EVENT_TYPES, WEBHOOK_TEST_TYPE, webhookMessage } from './server-events.ts'
export type { ServerEvent, ServerEventType } from './server-events.ts'

/** A call of the game's server: the single source for its route, validation and documentation. */
export interface ServerCall {
  readonly summary: string
  /** The scopes that every use needs; transactions need more, by what they change. */
  readonly scopes: readonly ServerKeyScope[]
  readonly params: z.ZodType
  readonly query: z.ZodType
  readonly body: z.ZodType
  readonly response: z.ZodType
  /** The largest accepted body in bytes, where larger than the default. */
  readonly bodyBytesMax?: number
}

/** Calls of one key within a window that begins with the first; a bulk counts once. */
export const SERVER_KEY_BUDGET = { max: 500, windowMs: 10_000 } as const

export const BULK_TRANSACTIONS_MAX = 500
export const TRANSACTION_ITEMS_MAX = 100
const PLAYERS_PAGE_MAX = 500
const PLAYERS_PAGE_DEFAULT = 100
const BULK_BYTES_MAX = 4 * 1024 * 1024

const version = z.int().min(0).describe('Grows with every change of the player’s balances')
const player = z.object({
  user_uuid: uuid,
  steam_id: steamId,
  name: z.string(),
  lang: z.enum(LANGUAGES),
  created_at: z.int().describe('Unix seconds'),
  last_seen_at: z
    .int()
    .nullable()
    .describe('Unix seconds of the last sign-in or refresh; null without an open session'),
  banned_until: z.int().describe('Unix seconds; 0 if not banned'),
  version,
})

const signed = z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
const nonZero = signed.refine((value) => value !== 0, { error: 'Must not be 0' })

export const transactionId = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/)

const transactionBody = z.strictObject({
  kind: z
    .enum(['quest_drop', 'customer_support', 'spin', 'starter_pack', 'unknown'])
    .describe('Shown in the player’s history'),
  reason: text.max(TEXT_MAX).default('').describe('For the audit log'),
  cause: uuid.optional().describe('What caused it; stored with the operation'),
  items: z
    .array(z.strictObject({ item_id: itemId, delta: nonZero.describe('Given if positive, taken if negative') }))
    .max(TRANSACTION_ITEMS_MAX)
    .default([])
    .describe('Bundles and generators that are given open at once'),
  coins: nonZero.optional().describe('Given if positive, taken if negative'),
  create_player: z
    .boolean()
    .default(false)
    .describe('Registers an unknown Steam id; its starter pack follows at the first sign-in'),
})
const changesSomething = ({ items, coins }: { items: readonly unknown[]; coins?: number | undefined }): boolean =>
  items.length > 0 || coins !== undefined

export type TransactionBody = z.output<typeof transactionBody>

const bulkEntry = transactionBody
  .extend({
    steam_id: steamId,
    transaction_id: transactionId,
    if_match: version.optional().describe('The version that the player must have, as with If-Match'),
  })
  .refine(changesSomething)

const transactionResult = z.object({
  transaction_id: transactionId,
  operation_id: uuid.nullable().describe('Null if nothing moved, such as for a draw of nothing'),
  replayed: z.boolean().describe('Whether an earlier call with this id posted it'),
  version,
  items: z.array(z.object({ item_id: z.int(), change: signed, free: amount })),
  coins: z.object({ change: signed, free: amount }),
})
export type TransactionResult = z.output<typeof transactionResult>

const ofPlayer = z.object({ steam_id: steamId })
const ofTransaction = ofPlayer.extend({ transaction_id: transactionId })
const nothing = z.unknown()
const ofWebhook = z.object({ webhook_id: webhookId })
const noQuery = z.object({})
const banned = z.object({ steam_id: steamId, banned_until: z.int().describe('Unix seconds; 0 if not banned') })

/** The scopes that a transaction needs, by what it changes. */
export function scopesOfTransaction({
  items,
  coins = 0,
  create_player,
}: Pick<TransactionBody, 'items' | 'coins' | 'create_player'>): ServerKeyScope[] {
  return [
    ...(items.some(({ delta }) => delta > 0) ? (['inventory:grant'] as const) : []),
    ...(items.some(({ delta }) => delta < 0) ? (['inventory:consume'] as const) : []),
    ...(coins > 0 ? (['coins:grant'] as const) : []),
    ...(coins < 0 ? (['coins:consume'] as const) : []),
    ...(create_player ? (['players:create'] as const) : []),
  ]
}

/** Calls for the game's server, keyed by `METHOD /path`; paths are relative to `/api/server/v1` (integration §2). */
export const serverCalls = {
  'GET /players': {
    summary: 'All players, oldest first',
    scopes: ['players:read'],
    params: nothing,
    query: z.object({
      after: uuid.or(z.literal('')).optional().describe('`next` of the page before'),
      limit: z.coerce.number().int().min(1).max(PLAYERS_PAGE_MAX).default(PLAYERS_PAGE_DEFAULT),
    }),
    body: nothing,
    response: z.object({
      players: z.array(player),
      next: uuid.nullable().describe('Cursor of the next page; null on the last one'),
    }),
  },
  'GET /players/:steam_id': {
    summary: 'A player',
    scopes: ['players:read'],
    params: ofPlayer,
    query: noQuery,
    body: nothing,
    response: z.object({ player }),
  },
  'GET /players/:steam_id/inventory': {
    summary: 'A player’s coins and items. The version is the ETag; `If-None-Match` answers 304',
    scopes: ['inventory:read'],
    params: ofPlayer,
    query: noQuery,
    body: nothing,
    response: z.object({
      version,
      coins: z.object({ free: amount, held: amount }),
      items: z.array(z.object({ item_id: z.int(), free: amount, held: amount })),
    }),
  },
  'PUT /players/:steam_id/transactions/:transaction_id': {
    summary:
      'Gives and takes items and coins, whole or not at all, once per id. `If-Match` with a version rejects it if the player has changed',
    scopes: [],
    params: ofTransaction,
    query: noQuery,
    body: transactionBody.refine(changesSomething),
    response: transactionResult,
  },
  'GET /players/:steam_id/transactions/:transaction_id': {
    summary: 'What became of a transaction whose response was lost; 404 if it was not posted',
    scopes: ['inventory:read'],
    params: ofTransaction,
    query: noQuery,
    body: nothing,
    response: transactionResult,
  },
  'POST /transactions': {
    summary: 'Posts up to 500 transactions, each whole or not at all, with one outcome each in the same order',
    scopes: [],
    params: nothing,
    query: noQuery,
    body: z.strictObject({ transactions: z.array(bulkEntry).min(1).max(BULK_TRANSACTIONS_MAX) }),
    response: z.object({
      outcomes: z.array(
        z.object({
          steam_id: steamId,
          transaction_id: transactionId,
          result: transactionResult.nullable().describe('Null if it was rejected'),
          error: z
            .object({
              code: z.string(),
              message: z.string(),
              params: z.record(z.string(), z.union([z.string(), z.number()])),
            })
            .nullable(),
        }),
      ),
    }),
    bodyBytesMax: BULK_BYTES_MAX,
  },
  'POST /players/:steam_id/sign-in-links': {
    summary: 'A link that signs this player in once, within 60 s; it asks before it replaces another session',
    scopes: ['sign-in:create'],
    params: ofPlayer,
    query: noQuery,
    body: nothing,
    response: z.object({ url: z.url(), expires_at: z.int().describe('Unix seconds') }),
  },
  'POST /players/:steam_id/ban': {
    summary: 'Bans a player and ends their sessions; the reason is shown to them',
    scopes: ['players:ban'],
    params: ofPlayer,
    query: noQuery,
    body: z.strictObject({ until: unixSeconds.describe('Unix seconds, in the future'), reason: givenReason }),
    response: banned,
  },
  'POST /players/:steam_id/unban': {
    summary: 'Ends a ban',
    scopes: ['players:ban'],
    params: ofPlayer,
    query: noQuery,
    body: z.strictObject({ reason: givenReason }),
    response: banned,
  },
  'GET /events': {
    summary:
      'The event log after a cursor, oldest first. A reader that follows `next` sees everything that was committed, once',
    scopes: ['events:read'],
    params: nothing,
    query: eventsQuery,
    body: nothing,
    response: eventsResponse,
  },
  'GET /webhooks': {
    summary: 'All endpoints of webhooks, by id',
    scopes: ['webhooks:write'],
    params: nothing,
    query: z.strictObject({}),
    body: nothing,
    response: z.object({ webhooks: z.array(webhook) }),
  },
  'GET /webhooks/:webhook_id': {
    summary: 'An endpoint',
    scopes: ['webhooks:write'],
    params: ofWebhook,
    query: noQuery,
    body: nothing,
    response: z.object({ webhook }),
  },
  'PUT /webhooks/:webhook_id': {
    summary:
      'Creates an endpoint under this id, which gets the events from now on, or replaces its properties. A changed one is retried at once',
    scopes: ['webhooks:write'],
    params: ofWebhook,
    query: noQuery,
    body: webhookTerms,
    response: z.object({ webhook, secret: webhookSecret }),
  },
  'PUT /webhooks/:webhook_id/secret': {
    summary:
      'Replaces the secret. Deliveries are signed with both until the old one ends, so that a receiver can change to the new one without losing any',
    scopes: ['webhooks:write'],
    params: ofWebhook,
    query: noQuery,
    body: secretRotation,
    response: z.object({ webhook, secret: webhookSecret }),
  },
  'DELETE /webhooks/:webhook_id': {
    summary: 'Deletes an endpoint and its deliveries',
    scopes: ['webhooks:write'],
    params: ofWebhook,
    query: noQuery,
    body: nothing,
    response: z.object({ webhook }),
  },
} as const satisfies Readonly<Record<string, ServerCall>>

export type ServerCalls = typeof serverCalls
export type ServerCallName = keyof ServerCalls
/** Parsed input of a call, and its response. */
export type ServerParams<Name extends ServerCallName> = z.output<ServerCalls[Name]['params']>
export type ServerQuery<Name extends ServerCallName> = z.output<ServerCalls[Name]['query']>
export type ServerBody<Name extends ServerCallName> = z.output<ServerCalls[Name]['body']>
export type ServerResponse<Name extends ServerCallName> = z.output<ServerCalls[Name]['response']>
