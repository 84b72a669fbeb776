import { DAY_MS } from '@clutch/contract/formats'
import type { PlayerRegistered } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import { v7 } from 'uuid'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import { readPersonaName } from '../../platform/web-api.ts'
import type { Database } from '../../store/database.ts'
import type { Store } from '../../store/store.ts'
import type { NewTask, TaskHandlers } from '../../tasks/tasks.ts'
import { cleanName } from '../auth/clean-name.ts'
import { renamePlayer } from './name-parts.ts'

const KIND = 'refresh_player_name'
const payload = z.object({ user_id: z.uuid(), steam_id: z.string() })
/** A sign-in waits no longer than this for the platform; then a task reads the name. */
const SIGN_IN_WAIT_MS = 2_000

interface Account {
  readonly userId: string
  readonly steamId: string
}

/**
 * Reads a player's name from the platform once the registration is durable: a platform that was too slow, or away, during
 * the first sign-in does not leave a made-up name for good.
 */
export function nameTask({ userId, steamId, atMs }: PlayerRegistered): NewTask {
  return { kind: KIND, payload: payloadOf({ userId, steamId }), dueAtMs: atMs }
}

/** Reads a player's name again at a sign-in (rules §17); a slow platform delays the name, not the sign-in. */
export async function refreshNameAtSignIn({ db }: Store, config: Config, account: Account): Promise<void> {
  const persona = await readPersonaName(config.platform, account.steamId, SIGN_IN_WAIT_MS)
  if (persona === undefined) await insertNameTask(db, account)
  else await applyPersona(db, account.userId, persona)
}

/** Has a player's name read again if that was last done more than a day ago (rules §17). */
export async function refreshNameDaily({ db }: Store, account: Account, nowMs: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('player')
    .set({ name_read_at_ms: nowMs })
    .where('user_id', '=', account.userId)
    .where('name_read_at_ms', '<=', nowMs - DAY_MS)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await insertNameTask(db, account)
}

export function playerTasks(config: Config, { db }: Store): TaskHandlers {
  return {
    async [KIND](given) {
      const { user_id, steam_id } = payload.parse(given)
      const persona = await readPersonaName(config.platform, steam_id)
      if (persona === undefined) throw new Error('The platform does not answer with the name')
      await applyPersona(db, user_id, persona)
    },
  }
}

/** Takes over a name from the platform; one that shows nothing changes nothing. */
async function applyPersona(db: Kysely<Database>, userId: string, persona: string): Promise<void> {
  const name = cleanName(persona)
  const known = await db
    .updateTable('player')
    .set({ name_read_at_ms: Date.now() })
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  if (name !== '' && name !== known?.name) await renamePlayer(db, { userId, name })
}

/** One task per player is enough, however often they sign in while the platform is away. */
async function insertNameTask(db: Kysely<Database>, account: Account): Promise<void> {
  const json = JSON.stringify(payloadOf(account))
  await sql`insert into task (task_id, kind, payload, due_at_ms)
    select ${v7()}::uuid, ${KIND}, ${json}::json, ${Date.now()}
    where not exists (select from task where kind = ${KIND} and payload->>'user_id' = ${account.userId})`.execute(db)
}

function payloadOf({ userId, steamId }: Account): z.infer<typeof payload> {
  return { user_id: userId, steam_id: steamId }
}
