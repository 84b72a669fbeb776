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
/** Maximum time a sign-in waits for the platform; after that a task reads the name. */
const SIGN_IN_WAIT_MS = 2_000

interface Account {
  readonly userId: string
  readonly steamId: string
}

/**
 * Reads a player's name from the platform once the registration is durable. Without it, a platform that is slow or down
 * during the first sign-in would leave the player with a placeholder name.
 */
export function nameTask({ userId, steamId, atMs }: PlayerRegistered): NewTask {
  return { kind: KIND, payload: payloadOf({ userId, steamId }), dueAtMs: atMs }
}

/** Refreshes a player's name at sign-in (rules §17); a slow platform delays the name, not the sign-in. */
export async function refreshNameAtSignIn({ db }: Store, config: Config, account: Account): Promise<void> {
  const persona = await readPersonaName(config.platform, account.steamId, SIGN_IN_WAIT_MS)
  if (persona === undefined) await insertNameTask(db, account)
  else await applyPersona(db, account, persona)
}

/** Schedules a refresh of a player's name if the last one is more than a day old (rules §17). */
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
      if (persona === undefined) throw new Error('The platform returned no name')
      await applyPersona(db, { userId: user_id, steamId: steam_id }, persona)
    },
  }
}

/**
 * Stores the platform's name; a name with no visible characters is ignored. The Steam id must still be the player's:
 * otherwise a late response would name a player who was deleted in the meantime.
 */
async function applyPersona(db: Kysely<Database>, { userId, steamId }: Account, persona: string): Promise<void> {
  const name = cleanName(persona)
  const known = await db
    .updateTable('player')
    .set({ name_read_at_ms: Date.now() })
    .where('user_id', '=', userId)
    .where('steam_id', '=', steamId)
    .returning('name')
    .executeTakeFirst()
  if (known !== undefined && name !== '' && name !== known.name) await renamePlayer(db, { userId, name })
}

/** At most one task per player, however often they sign in while the platform is down. */
async function insertNameTask(db: Kysely<Database>, account: Account): Promise<void> {
  const json = JSON.stringify(payloadOf(account))
  await sql`insert into task (task_id, kind, payload, due_at_ms)
    select ${v7()}::uuid, ${KIND}, ${json}::json, ${Date.now()}
    where not exists (select from task where kind = ${KIND} and payload->>'user_id' = ${account.userId})`.execute(db)
}

function payloadOf({ userId, steamId }: Account): z.infer<typeof payload> {
  return { user_id: userId, steam_id: steamId }
}
