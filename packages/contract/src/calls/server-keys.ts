import * as z from 'zod'
import type { ContractArea, ErrorTable } from '../area.ts'
import { amount, givenReason, idempotencyKey, text, unixSeconds } from '../bounds.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { consoleCall } from './console-call.ts'

/** What a key of the game's server may do; each call names the scopes it needs. */
export const SERVER_KEY_SCOPES = [
  'players:read',
  'players:create',
  'players:ban',
  'inventory:read',
  'inventory:grant',
  'inventory:consume',
  'coins:grant',
  'coins:consume',
  'sign-in:create',
  'events:read',
  'webhooks:write',
  'content:write',
] as const
export type ServerKeyScope = (typeof SERVER_KEY_SCOPES)[number]

const NAME_MAX = 64
const NETWORKS_MAX = 32

/** Daily limits of what a key may grant; null for none. Days are UTC. */
const ceilings = z.strictObject({
  coins: amount.nullable().default(null).describe('Coins per day'),
  units_per_item: amount.nullable().default(null).describe('Units of each item per day, after bundles are opened'),
})

const serverKeyId = z.string().regex(/^[0-9A-Za-z]{10}$/)

/** Properties that a new key is given. */
export const serverKeyTerms = z.strictObject({
  name: text.trim().min(1).max(NAME_MAX).describe('Names the machine that uses the key'),
  scopes: z.array(z.enum(SERVER_KEY_SCOPES)).min(1).max(SERVER_KEY_SCOPES.length),
  networks: z
    .array(z.union([z.cidrv4(), z.cidrv6()]))
    .max(NETWORKS_MAX)
    .default([])
    .describe('Networks in CIDR notation from which it may be used; any if empty'),
  expires_at: unixSeconds.nullable().default(null).describe('Unix seconds; null if it does not expire'),
  ceilings: ceilings.prefault({}),
  test: z.boolean().default(false).describe('Works only on servers that run on the simulated platform'),
})
export type ServerKeyTerms = z.output<typeof serverKeyTerms>

export const serverKey = serverKeyTerms.extend({
  id: serverKeyId,
  created_by: z.string().describe('Name of the admin'),
  created_at: z.int().describe('Unix seconds'),
  last_used_at: z.int().nullable().describe('Unix seconds; null if it was never used'),
  revoked_at: z.int().nullable().describe('Unix seconds; null unless revoked'),
  days: z
    .array(
      z.object({
        day: z.string().describe('UTC, such as 2026-11-21'),
        calls: amount,
        coins_granted: amount,
        units_granted: amount,
      }),
    )
    .describe('Use in the last seven days, newest first; days without calls are absent'),
})
export type ServerKey = z.output<typeof serverKey>

/** Errors that only other programs than the app meet. Players and operators never see them, so they are not translated. */
export const SERVER_ERRORS = {
  unknown_version: { status: 400, message: 'Unknown API version {version}; the latest is {latest}' },
  invalid_key: { status: 401, message: 'This key is unknown, revoked or expired' },
  cursor_expired: { status: 410, message: 'The log does not have this cursor; its oldest event is {oldest}' },
  missing_scope: { status: 403, message: 'This key lacks the scope {scope}' },
  network_not_allowed: { status: 403, message: 'This key may not be used from this network' },
  version_mismatch: { status: 412, message: 'The player has changed: version {version}' },
  ceiling_reached: { status: 429, message: 'The key’s daily ceiling is reached until {resets_at}' },
  transaction_not_found: { status: 404, message: 'No transaction with this id was posted' },
} as const satisfies ErrorTable

export const serverKeyContract = {
  calls: {
    'POST /admin/server-keys': {
      ...consoleCall,
      area: 'server-keys',
      summary: 'All keys of the game’s servers with their use, newest first',
      access: OPERATOR_ACTIONS['server_key.read'],
      action: 'server_key.read',
      body: z.strictObject({}),
      response: z.object({ keys: z.array(serverKey) }),
    },
    'POST /admin/create-server-key': {
      ...consoleCall,
      area: 'server-keys',
      summary: 'Creates a key for a machine of the studio; the secret is returned once and never again',
      access: OPERATOR_ACTIONS['server_key.create'],
      action: 'server_key.create',
      body: serverKeyTerms.extend({ reason: givenReason, idempotency_key: idempotencyKey }),
      response: z.object({
        key: serverKey,
        secret: z.string().nullable().describe('Null when the call is repeated, because only its hash is stored'),
      }),
    },
    'POST /admin/revoke-server-key': {
      ...consoleCall,
      area: 'server-keys',
      summary: 'Revokes a key for ever, on all servers within two seconds',
      access: OPERATOR_ACTIONS['server_key.revoke'],
      action: 'server_key.revoke',
      body: z.strictObject({ id: serverKeyId, reason: givenReason, idempotency_key: idempotencyKey }),
      response: z.object({ key: serverKey }),
    },
  },
} as const satisfies ContractArea
