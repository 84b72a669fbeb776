import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, givenReason, idempotencyKey, itemId, text, TEXT_MAX, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { LANGUAGES, ROLES } from '../constants.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'

export const steamId = z.string().regex(/^7656119\d{10}$/)
export const reason = text.max(TEXT_MAX).default('')

/** A player as operators see them (document 2 §3). */
export const adminUser = z.object({
  user_uuid: uuid,
  steam_id: steamId,
  name: z.string(),
  lang: z.enum(LANGUAGES),
  role: z.enum(ROLES),
  /** Free coins. */
  wallet: amount,
  has_starter_pack: z.boolean(),
  /** Unix seconds until which jobs are shortened; 0 if never. */
  energy: z.int().min(0),
  styria_dlc_enabled: z.boolean(),
  nortopia_dlc_enabled: z.boolean(),
  hoges_dlc_enabled: z.boolean(),
  inventory_items: z.array(z.object({ item_id: z.int(), count: amount })),
})
export type AdminUser = z.infer<typeof adminUser>

const economyStatus = z.object({
  version: z.string().describe('Version of the server, such as 0.1.0'),
  schema: z.string().describe('Name of the last migration that this version applies to the database'),
  copy_of: z
    .string()
    .nullable()
    .describe(
      'Address of the world whose database this is a copy of: exchanges and webhooks wait until `npm run adopt`. Null if it is none',
    ),
  /** Unix seconds; null if the economy is not halted. */
  frozen_since: z.int().nullable(),
  /** Violations found: the rule, and the player and asset. */
  findings: z.array(z.object({ rule: z.string(), detail: z.string() })),
  /** When the last integrity check without findings ended; null before the first one. */
  audited_at: z.int().nullable(),
  /**
   * What an outage of the PostgreSQL primary loses of acknowledged commands: nothing (a synchronous standby), what the
   * best standby lags behind, or everything since the last backup. Null for the database in the server's own process,
   * and before the first reading.
   */
  outage_loss: z.enum(['nothing', 'replication_lag', 'since_backup']).nullable(),
  /** The lag in milliseconds when `outage_loss` is `replication_lag`; otherwise null. */
  outage_loss_ms: z.int().min(0).nullable(),
  backup_at: z
    .int()
    .nullable()
    .describe(
      'Unix seconds of the last backup: of the embedded database by the server, of PostgreSQL as BACKUP_STATUS_FILE says. Null if none is known',
    ),
  wal_archived_at: z
    .int()
    .nullable()
    .describe('Unix seconds at which PostgreSQL last archived its log. Null if it does not, or is embedded'),
  is_archiving_failing: z.boolean().describe('Whether the latest attempt to archive the log failed'),
  /** Exchanges waiting for an operator. */
  parked_exchanges: z.int().min(0),
  /** Endpoints that were disabled because of their failures. */
  disabled_webhooks: z.int().min(0),
})
export type EconomyStatus = z.infer<typeof economyStatus>

const common = {
  area: 'admin',
  query: z.object({}),
  bodyType: 'json',
  // Their key is in the body (rules §0).
  command: false,
  rateLimit: RATE_LIMITS.command,
} as const

const changed = z.object({
  /** Null if the grant opened to nothing. */
  operation_id: uuid.nullable(),
  user: adminUser,
})

const change = z.strictObject({
  steam_id: steamId,
  idempotency_key: idempotencyKey,
  item_id: z.literal(0).or(itemId).describe('0 for coins'),
  count: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  reason,
})

export const adminContract = {
  calls: {
    'POST /admin/get_user': {
      ...common,
      summary: 'A player, by Steam id',
      access: OPERATOR_ACTIONS['user.read'],
      action: 'user.read',
      body: z.strictObject({ steam_id: steamId }),
      response: z.object({ user: adminUser }),
    },
    'POST /admin/add': {
      ...common,
      summary: 'Grants items or coins to a player; bundles and generators open',
      access: OPERATOR_ACTIONS['item.add'],
      action: 'item.add',
      body: change.extend({ kind: z.enum(['customer_support', 'quest_drop']).default('customer_support') }),
      response: changed,
    },
    'POST /admin/consume': {
      ...common,
      summary: 'Removes items or coins from a player',
      access: OPERATOR_ACTIONS['item.consume'],
      action: 'item.consume',
      body: change,
      response: changed,
    },
    'POST /admin/set-role': {
      ...common,
      summary: "Changes a player's role; not the caller's own, and only roles below the caller's",
      access: OPERATOR_ACTIONS['role.change'],
      action: 'role.change',
      body: z.strictObject({
        steam_id: steamId,
        role: z.enum(ROLES),
        reason,
        idempotency_key: idempotencyKey.optional(),
      }),
      response: z.object({ user: adminUser }),
    },
    'GET /console/status': {
      ...common,
      summary:
        'Version of the server, whether the economy is halted and why, when the last integrity check passed, and what a database outage would lose',
      bodyType: 'none',
      access: OPERATOR_ACTIONS['economy.read'],
      action: 'economy.read',
      body: emptyBody,
      response: economyStatus,
      rateLimit: RATE_LIMITS.read,
    },
    'POST /admin/thaw-economy': {
      ...common,
      summary: 'Ends an economy halt if a full integrity check finds no violations',
      access: OPERATOR_ACTIONS['economy.thaw'],
      action: 'economy.thaw',
      body: z.strictObject({ reason: givenReason, idempotency_key: idempotencyKey.optional() }),
      response: z.object({ ok: z.literal(true) }),
    },
  },
  errors: {
    own_role: { status: 403, message: 'You cannot change your own role' },
    role_above_yours: { status: 403, message: 'This is above your own role' },
    named_in_settings: { status: 409, message: 'This admin is set by the configuration: change ADMIN_STEAM_IDS' },
    still_broken: { status: 409, message: 'The integrity check still finds {count} violations' },
  },
} as const satisfies ContractArea
