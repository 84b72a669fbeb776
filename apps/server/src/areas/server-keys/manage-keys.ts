import { SERVER_KEY_SCOPES, type ServerKey, type ServerKeyTerms } from '@clutch/contract'
import { DAY_MS, SECOND_MS, toSeconds } from '@clutch/contract/formats'
import { COINS } from '@clutch/economy'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { v7 } from 'uuid'
import type { ServerKeyTable } from '../../auth/server-keys.ts'
import { newKey } from '../../auth/key-text.ts'
import type { Database } from '../../store/database.ts'

/** Days of use that are listed. */
const DAYS_LISTED = 7

interface DayOfUse {
  readonly key_id: string
  readonly day: number
  readonly calls: number
  readonly coins: number
  readonly units: number
}

/** Creates a key. @returns the key, and its text, which is never stored */
export async function createServerKey(
  db: Kysely<Database>,
  terms: ServerKeyTerms,
  createdBy: string,
): Promise<{ key: ServerKey; secret: string }> {
  const { text, publicId, secretHash } = newKey('clk')
  const row = await db
    .insertInto('server_key')
    .values({
      key_id: v7(),
      public_id: publicId,
      name: terms.name,
      scopes: [...terms.scopes],
      networks: terms.networks,
      is_test: terms.test,
      coins_ceiling: terms.ceilings.coins,
      units_ceiling: terms.ceilings.units_per_item,
      secret_hash: secretHash,
      created_at_ms: Date.now(),
      created_by: createdBy,
      expires_at_ms: terms.expires_at === null ? null : terms.expires_at * SECOND_MS,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { key: toServerKey(row, []), secret: text }
}

/** All keys with their use in the last week, newest first. */
export async function listServerKeys(db: Kysely<Database>): Promise<ServerKey[]> {
  const rows = await db.selectFrom('server_key').selectAll().orderBy('key_id', 'desc').execute()
  const firstDay = Math.floor(Date.now() / DAY_MS) - DAYS_LISTED + 1
  const { rows: days } = await sql<DayOfUse>`
    select used.key_id, used.day, used.calls,
      coalesce(sum(granted.granted) filter (where granted.asset = ${COINS}), 0)::bigint as coins,
      coalesce(sum(granted.granted) filter (where granted.asset <> ${COINS}), 0)::bigint as units
    from server_key_use as used
    left join server_key_grant as granted on granted.key_id = used.key_id and granted.day = used.day
    where used.day >= ${firstDay} group by used.key_id, used.day order by used.day desc`.execute(db)
  return rows.map((row) =>
    toServerKey(
      row,
      days.filter(({ key_id }) => key_id === row.key_id),
    ),
  )
}

/** Revokes a key; one that is already revoked stays as it is. @returns undefined when there is no such key */
export async function revokeServerKey(trx: Transaction<Database>, publicId: string): Promise<ServerKey | undefined> {
  const row = await trx
    .updateTable('server_key')
    .set({ revoked_at_ms: sql`coalesce(revoked_at_ms, ${Date.now()}::bigint)` })
    .where('public_id', '=', publicId)
    .returningAll()
    .executeTakeFirst()
  return row && toServerKey(row, [])
}

function toServerKey(row: Selectable<ServerKeyTable>, days: readonly DayOfUse[]): ServerKey {
  return {
    id: row.public_id,
    name: row.name,
    scopes: SERVER_KEY_SCOPES.filter((scope) => row.scopes.includes(scope)),
    networks: row.networks,
    expires_at: toSecondsOrNull(row.expires_at_ms),
    ceilings: { coins: row.coins_ceiling, units_per_item: row.units_ceiling },
    test: row.is_test,
    created_by: row.created_by,
    created_at: toSeconds(row.created_at_ms),
    last_used_at: toSecondsOrNull(row.last_used_at_ms),
    revoked_at: toSecondsOrNull(row.revoked_at_ms),
    days: days.map(({ day, calls, coins, units }) => ({
      day: new Date(day * DAY_MS).toISOString().slice(0, ISO_DATE_LENGTH),
      calls,
      coins_granted: coins,
      units_granted: units,
    })),
  }
}

const ISO_DATE_LENGTH = 10

function toSecondsOrNull(ms: number | null): number | null {
  return ms === null ? null : toSeconds(ms)
}
