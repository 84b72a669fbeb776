import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'

/** The name shown instead of a deleted player's. */
export const ERASED_NAME = 'Deleted player'
/** A player to erase. */
export interface Erased {
  readonly userId: string
  readonly steamId: string
  readonly name: string
  /** Replaces the Steam id everywhere, so that rows of the same player still belong together. */
  readonly pseudonym: string
}

/** Rows read per statement. */
const PAGE = 500

interface RedactedTable {
  readonly name: string
  readonly key: readonly string[]
  readonly texts: readonly string[]
  readonly json: readonly string[]
}

/** Tables in which operators and servers of the studio wrote about players, and what was sent to them. */
const REDACTED: readonly RedactedTable[] = [
  { name: 'compensation_run', key: ['run_id'], texts: ['reason'], json: ['operator'] },
  { name: 'server_transaction', key: ['key_id', 'transaction_id'], texts: ['transaction_id'], json: ['result'] },
  { name: 'exchange_step', key: ['step_id'], texts: ['detail'], json: [] },
  { name: 'webhook_delivery', key: ['delivery_id'], texts: ['body'], json: [] },
]
/** Columns in which an operator is named, where the rest of the row does not say who that is. */
const NAMED_ONLY: readonly (readonly [table: string, column: string])[] = [
  ['news_entry', 'edited_by'],
  ['server_key', 'created_by'],
  ['webhook', 'created_by'],
]
const AUDIT_TEXTS = ['actor_name', 'address', 'target', 'reason', 'request_id', 'idempotency_key'] as const
const AUDIT_JSON = ['before', 'after'] as const
/** Actions whose target is a player's name, or a text to search names for. */
const TARGET_IS_NAME: ReadonlySet<string> = new Set(['message.delete', 'time_out.set', 'user.search'])

/**
 * Replaces a player's Steam id by their pseudonym and removes their name in what others wrote about them. The name is
 * replaced only in rows that are about the player: it may be a word of any other text.
 */
export async function redactTexts(db: Kysely<Database>, player: Erased): Promise<void> {
  await redactAuditLog(db, player)
  for (const table of REDACTED) await redactTable(db, table, player)
  if (await isOperator(db, player)) {
    for (const [table, column] of NAMED_ONLY) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${ERASED_NAME}
        where ${sql.ref(column)} = ${player.name}`.execute(db)
    }
  }
}

/** The only change that the audit log allows. Its rows stay, with their time, action, outcome and pseudonym. */
async function redactAuditLog(db: Kysely<Database>, player: Erased): Promise<void> {
  const { userId, steamId, name } = player
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<AuditRow>`
      select log.audit_id, actor_id, actor_name, address, action, target, reason, request_id, idempotency_key, before, after,
        action = 'message.delete' and exists (
          select from chat_message where message_id = (before->>'id')::bigint and sender_id = ${userId}
        ) as is_message
      from audit_log as log where audit_id > ${after} and (actor_id = ${userId} or target = ${name}
        or log::text like ${`%${steamId}%`} or log::text like ${`%${userId}%`}
        or (action = 'message.delete' and exists (
          select from chat_message where message_id = (before->>'id')::bigint and sender_id = ${userId})))
      order by audit_id limit ${PAGE}`.execute(db)
    if (rows.length === 0) return
    for (const row of rows) await redactAuditRow(db, row, player)
    after = rows.at(-1)?.audit_id ?? after
  }
}

type AuditRow = Readonly<Record<(typeof AUDIT_TEXTS)[number], string | null>> &
  Readonly<Record<(typeof AUDIT_JSON)[number], unknown>> & {
    readonly audit_id: string
    readonly actor_id: string
    readonly action: string
    /** Whether it records the deletion of one of the player's messages. */
    readonly is_message: boolean
  }

async function redactAuditRow(db: Kysely<Database>, row: AuditRow, player: Erased): Promise<void> {
  const redact = redactorOf(player)
  const isOwn = row.actor_id === player.userId
  const named = row.target === player.name && TARGET_IS_NAME.has(row.action)
  const texts = Object.fromEntries(AUDIT_TEXTS.map((column) => [column, redact(row[column])]))
  const values = {
    ...texts,
    ...(isOwn ? { actor_name: ERASED_NAME, address: '' } : {}),
    ...(named ? { target: ERASED_NAME } : {}),
    ...Object.fromEntries(
      AUDIT_JSON.map((column) => {
        const value = redact(row[column])
        const json = row.is_message && isRecord(value) ? { ...value, text: '' } : value
        return [column, json === null ? null : JSON.stringify(json)]
      }),
    ),
  }
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('clutch.is_erasing', 'on', true)`.execute(trx)
    await trx.updateTable('audit_log').set(values).where('audit_id', '=', row.audit_id).execute()
  })
}

async function redactTable(
  db: Kysely<Database>,
  { name, key, texts, json }: RedactedTable,
  player: Erased,
): Promise<void> {
  const table = sql.table(name)
  const { rows } = await sql<Readonly<Record<string, unknown>>>`select * from ${table} as each
    where each::text like ${`%${player.steamId}%`} or each::text like ${`%${player.userId}%`}`.execute(db)
  const redact = redactorOf(player)
  for (const row of rows) {
    const changes = [
      ...texts.map((column) => sql`${sql.ref(column)} = ${redact(row[column])}`),
      ...json.map((column) => sql`${sql.ref(column)} = ${JSON.stringify(redact(row[column]))}::json`),
    ]
    const isRow = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
    await sql`update ${table} set ${sql.join(changes)} where ${sql.join(isRow, sql` and `)}`.execute(db)
  }
}

/** Whether the player ever acted as an operator. */
async function isOperator(db: Kysely<Database>, { userId }: Erased): Promise<boolean> {
  const query = db.selectFrom('audit_log').select('audit_id').where('actor_id', '=', userId).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/** Replaces Steam id and name in a text, and in every text of a JSON value. */
function redactorOf({ userId, steamId, name, pseudonym }: Erased): (value: unknown) => unknown {
  const word = new RegExp(
    String.raw`(?<![\p{L}\p{N}])${name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}(?![\p{L}\p{N}])`,
    'gu',
  )
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(steamId, pseudonym).replaceAll(word, ERASED_NAME)
    if (Array.isArray(value)) return value.map(redact)
    if (!isRecord(value)) return value
    // An operator as stored with what they started.
    const isOperator = value['userId'] === userId && 'address' in value
    const entries = Object.entries(value).map(([key, each]) => [key.replaceAll(steamId, pseudonym), redact(each)])
    return { ...Object.fromEntries(entries), ...(isOperator ? { address: '' } : {}) }
  }
  return redact
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
