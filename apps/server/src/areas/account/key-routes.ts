import {
  KEY_USES_LISTED,
  OPERATOR_SIGN_IN_MAX_MS,
  PLAYER_KEY_SCOPES,
  PLAYER_KEYS_MAX,
  type ParsedBody,
  type PlayerKey,
} from '@clutch/contract'
import { SECOND_MS, toSeconds } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import { sql, type Kysely, type Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { ApiResult } from '../../api-result.ts'
import { newKey } from '../../auth/key-text.ts'
import { allowedScopes, type PlayerKeyTable } from '../../auth/player-keys.ts'
import { openedAtMs } from '../../auth/sessions.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { Database } from '../../store/database.ts'
import type { AuthContext } from '../auth/sign-in.ts'

/** Calls about players' own keys (integration §5). */
export function accountKeyRoutes(context: AuthContext): CallHandlers {
  const { db } = context.store
  const { pack, security } = context
  return {
    'GET /account/keys': async ({ userId }) =>
      succeed({ allowed_scopes: [...allowedScopes(pack.playerKeys)], keys: await listKeys(db, userId) }),
    'POST /account/keys': async ({ userId, claims, body, request }) => {
      // A stolen access token must not be convertible to a lasting key.
      const isFresh = Date.now() - openedAtMs(claims?.sessionId ?? '') <= OPERATOR_SIGN_IN_MAX_MS
      if (!isFresh) return fail({ code: 'sign_in_too_old' })
      const allowed = allowedScopes(pack.playerKeys)
      const off = body.scopes.find((scope) => !allowed.includes(scope))
      if (off !== undefined) return fail({ code: 'key_scope_off', params: { scope: off } })
      const created = await createKey(db, userId, body)
      if (created.ok) security.note('key_created', request, { userId })
      return created
    },
    'POST /account/keys/revoke': async ({ userId, body, request }) => {
      const revoked = await sql`with revoked as (
          delete from player_key where user_id = ${userId} and public_id = ${body.id} returning key_id
        ), uses as (delete from player_key_use where key_id in (select key_id from revoked))
        select from revoked`.execute(db)
      if (revoked.rows.length === 0) return fail({ code: 'key_not_found' })
      security.note('key_revoked', request, { userId })
      return succeed({ ok: true })
    },
  }
}

async function createKey(
  db: Kysely<Database>,
  userId: string,
  { name, scopes, expires_at }: ParsedBody<'POST /account/keys'>,
): Promise<ApiResult<{ key: PlayerKey; secret: string }>> {
  const { text, publicId, secretHash } = newKey('clp')
  const row = await db.transaction().execute(async (trx) => {
    // One request of a player at a time, so that none exceeds the limit.
    await sql`select from player where user_id = ${userId} for update`.execute(trx)
    const { rows } = await sql`select from player_key where user_id = ${userId}`.execute(trx)
    if (rows.length >= PLAYER_KEYS_MAX) return undefined
    return trx
      .insertInto('player_key')
      .values({
        key_id: v7(),
        public_id: publicId,
        user_id: userId,
        name,
        scopes: PLAYER_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
        secret_hash: secretHash,
        created_at_ms: Date.now(),
        expires_at_ms: expires_at === null ? null : expires_at * SECOND_MS,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  if (row === undefined) return fail({ code: 'too_many_keys', params: { max: PLAYER_KEYS_MAX } })
  return succeed({ key: toPlayerKey(row, []), secret: text })
}

async function listKeys(db: Kysely<Database>, userId: string): Promise<PlayerKey[]> {
  const rows = await db
    .selectFrom('player_key')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('key_id', 'desc')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const uses = db.selectFrom('player_key_use').select(['at_ms', 'call', 'status', 'address'])
      const ofKey = uses.where('key_id', '=', row.key_id).orderBy('use_id', 'desc').limit(KEY_USES_LISTED)
      return toPlayerKey(
        row,
        (await ofKey.execute()).map(({ at_ms, ...use }) => ({ at: toSeconds(at_ms), ...use })),
      )
    }),
  )
}

function toPlayerKey(row: Selectable<PlayerKeyTable>, uses: PlayerKey['uses']): PlayerKey {
  return {
    id: row.public_id,
    name: row.name,
    scopes: PLAYER_KEY_SCOPES.filter((scope) => row.scopes.includes(scope)),
    expires_at: row.expires_at_ms === null ? null : toSeconds(row.expires_at_ms),
    created_at: toSeconds(row.created_at_ms),
    last_used_at: row.last_used_at_ms === null ? null : toSeconds(row.last_used_at_ms),
    uses,
  }
}
