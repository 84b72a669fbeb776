import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

const SECRET_BYTES = 32

/** Reads a secret of this installation, generated on first use. */
export async function readSecret(
  db: Kysely<Database>,
  name: 'bus' | 'chance' | 'first-admin' | 'live-tickets' | 'roulette' | 'sessions' | 'sign-in-links',
): Promise<string> {
  await db
    .insertInto('server_secret')
    .values({ name, secret: randomBytes(SECRET_BYTES).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { secret } = await db
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return secret
}
