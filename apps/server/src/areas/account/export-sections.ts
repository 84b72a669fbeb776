import { EXCHANGE_STATES, OPERATION_KINDS } from '@clutch/economy'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../store/database.ts'
import { codeOfDirection, codeOfState } from '../exchange/codes.ts'
import { QUEUE_CODES } from '../jobs/codes.ts'
import { SIDE_CODES } from '../marketplace/codes.ts'
import { NOTIFICATION_KIND_CODES } from '../notifications/codes.ts'
import { stateCode } from '../social/codes.ts'
import { statusCode } from '../trades/codes.ts'

/** Rows per statement. */
const PAGE = 1_000

/** One part of an export: a JSON and a CSV file. */
export interface ExportSection {
  readonly name: string
  readonly columns: readonly string[]
  readonly from: (userId: string) => RawBuilder<unknown>
  /** A unique column, by which the rows are read in pages. */
  readonly key: string
}

/** A page of rows as a JSON array. */
export interface ExportPage {
  readonly json: string
  readonly count: number
  readonly last: string | null
}

/** A time in the form spreadsheets recognize. */
const time = (column: string): string =>
  `to_char(to_timestamp(${column} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
/** The time in a version 7 UUID. */
const timeOfId = (column: string): string =>
  time(`('x' || left(replace(${column}::text, '-', ''), 12))::bit(48)::bigint`)
const KINDS = Object.entries(OPERATION_KINDS).map(([kind, { code }]) => `(${code}, '${kind}')`)
const FRIENDSHIPS = ['none', 'sent', 'received', 'accepted', 'declined', 'deleted'] as const
const TRADE_STATUSES = ['active', 'completed', 'declined', 'cancelled', 'expired'] as const

/** The names of a column's stored codes. */
function nameOf(column: string, codes: Readonly<Record<string, number>>): string {
  return `case ${column} ${Object.entries(codes)
    .map(([name, code]) => `when ${code} then '${name}'`)
    .join(' ')} end`
}

function codesOf<Name extends string>(names: readonly Name[], codeOf: (name: Name) => number): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, codeOf(name)]))
}

const of =
  (table: string, user = 'user_id') =>
  (userId: string) =>
    sql`${sql.raw(table)} where ${sql.raw(user)} = ${userId}`

/** Everything stored about a player (integration §6). Other players appear by their id only. */
export const EXPORT_SECTIONS: readonly ExportSection[] = [
  {
    name: 'profile',
    columns: [
      'user_id',
      'steam_id',
      'name',
      'lang',
      'role',
      `${time('created_at_ms')} as created_at`,
      `${time('nullif(banned_until_ms, 0)')} as banned_until`,
      'ban_reason',
    ],
    from: of('player'),
    key: 'user_id',
  },
  { name: 'balances', columns: ['asset as item_id', 'free', 'held'], from: of('balance'), key: 'asset' },
  {
    name: 'history',
    columns: [
      'operation_id',
      `${timeOfId('operation_id')} as at`,
      "coalesce(kinds.name, 'unknown') as kind",
      'item_id',
      'item_change',
      'item_after',
      'coin_change',
      'coin_after',
      'price',
      'count',
      'cause_id',
      'more as further_items',
    ],
    from: of(`operation left join (values ${KINDS.join(', ')}) as kinds (code, name) on kinds.code = operation.kind`),
    key: 'operation_id',
  },
  {
    name: 'lots',
    columns: [
      'lot_id',
      'item_id',
      `${nameOf('side', SIDE_CODES)} as side`,
      'price',
      'count',
      'open_count',
      `${time('created_at_ms')} as created_at`,
    ],
    from: of('lot', 'owner_id'),
    key: 'lot_id',
  },
  {
    name: 'jobs',
    columns: [
      'job_id',
      `${nameOf('queue', QUEUE_CODES)} as queue`,
      'recipe_id',
      'count',
      `${time('created_at_ms')} as created_at`,
      `${time('end_at_ms')} as ends_at`,
    ],
    from: of('job'),
    key: 'job_id',
  },
  {
    name: 'finished-jobs',
    columns: [
      'job_id',
      `${nameOf('queue', QUEUE_CODES)} as queue`,
      'recipe_id',
      'count',
      `${time('created_at_ms')} as created_at`,
      `${time('end_at_sec * 1000')} as ended_at`,
    ],
    from: of('job_history'),
    key: 'job_id',
  },
  {
    name: 'finished-harvests',
    columns: [
      'group_id',
      'recipe_id',
      'count',
      'items',
      'new_items',
      'broken_items',
      'upgraded_items',
      `${time('start_at_ms')} as started_at`,
      `${time('end_at_ms')} as ended_at`,
    ],
    from: of('harvest_history'),
    key: 'group_id',
  },
  { name: 'rentals', columns: ['item_id', 'units'], from: of('rental'), key: 'item_id' },
  {
    name: 'friend-trades',
    columns: [
      'trade_id',
      'user_1',
      'user_2',
      `${nameOf('status', codesOf(TRADE_STATUSES, statusCode))} as status`,
      'coins_1',
      'coins_2',
      'items_1',
      'items_2',
      `${time('created_at_ms')} as created_at`,
      `${time('nullif(ended_at_ms, 0)')} as ended_at`,
    ],
    from: (userId) => sql`trade where (user_1 = ${userId} or user_2 = ${userId})`,
    key: 'trade_id',
  },
  {
    name: 'coin-exchanges',
    columns: [
      'exchange_id',
      `${nameOf('direction', codesOf(['to_steam', 'from_steam'], codeOfDirection))} as direction`,
      'currency',
      'store_count',
      'coins',
      `${nameOf('state', codesOf(EXCHANGE_STATES, codeOfState))} as state`,
      `${time('created_at_ms')} as created_at`,
      `${time('settled_at_ms')} as settled_at`,
    ],
    from: of('exchange'),
    key: 'exchange_id',
  },
  {
    name: 'chat-messages',
    columns: [
      'message_id',
      'channel_id',
      'text',
      `${time('sent_at_ms')} as sent_at`,
      'deleted_by is not null as is_deleted',
    ],
    from: of('chat_message', 'sender_id'),
    key: 'message_id',
  },
  {
    name: 'sessions',
    columns: [
      'session_id',
      'device',
      `${timeOfId('session_id')} as opened_at`,
      `${time('rotated_at_ms')} as refreshed_at`,
      `${time('expires_at_ms')} as expires_at`,
      `${time('ended_at_ms')} as ended_at`,
    ],
    from: of('session'),
    key: 'session_id',
  },
  {
    name: 'audit-log',
    columns: ['audit_id', `${time('at_ms')} as at`, 'actor_role', 'action', 'reason', 'before', 'after', 'outcome'],
    from: (userId) =>
      sql`audit_log where (actor_id = ${userId} or target = (select steam_id from player where user_id = ${userId}))`,
    key: 'audit_id',
  },
  {
    name: 'friends',
    columns: [
      'other_id',
      `${nameOf('state', codesOf(FRIENDSHIPS, stateCode))} as state`,
      'blocks',
      `${time('since_ms')} as since`,
    ],
    from: of('friendship'),
    key: 'other_id',
  },
  {
    name: 'referrals',
    columns: ['user_id as newcomer_id', 'referrer_id', `${time('began_at_ms')} as began_at`],
    from: (userId) => sql`referral where (user_id = ${userId} or referrer_id = ${userId})`,
    key: 'user_id',
  },
  {
    name: 'notifications',
    columns: [
      'notification_id',
      `${timeOfId('notification_id')} as at`,
      `${nameOf('kind', NOTIFICATION_KIND_CODES)} as kind`,
      'item_id',
      'price',
      'count',
      'coins',
    ],
    from: of('notification'),
    key: 'notification_id',
  },
  {
    name: 'price-alerts',
    columns: ['alert_id', 'item_id', 'price', `${time('created_at_ms')} as created_at`],
    from: of('price_alert'),
    key: 'alert_id',
  },
  {
    name: 'watched-items',
    columns: ['item_id', `${time('watched_at_ms')} as since`],
    from: of('watched_item'),
    key: 'item_id',
  },
  {
    name: 'spins',
    columns: ['spin_id', `${timeOfId('spin_id')} as at`, 'client_seed', 'nonce', 'roll', 'prize_index'],
    from: of('roulette_spin'),
    key: 'spin_id',
  },
]

/**
 * Reads the next rows of a section.
 * @param after the key of the last row read; null at the beginning
 */
export async function readExportPage(
  db: Kysely<Database>,
  { columns, from, key }: ExportSection,
  userId: string,
  after: string | null,
): Promise<ExportPage> {
  const column = sql.ref(key)
  const isNext = after === null ? sql`` : sql`and ${column} > ${after}`
  const { rows } = await sql<ExportPage>`
    with page as (
      select export_key, row_to_json(each) as row from (
        select ${column} as export_key, ${sql.raw(columns.join(', '))} from ${from(userId)} ${isNext}
        order by ${column} limit ${PAGE}
      ) as each
    )
    select coalesce(json_agg(row order by export_key), '[]')::text as json, count(*)::integer as count,
      (select export_key::text from page order by export_key desc limit 1) as last
    from page`.execute(db)
  return rows[0] ?? { json: '[]', count: 0, last: null }
}
