import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import { writeAuditRow } from '../store/audit-log.ts'
import type { Config } from '../config.ts'
import type { Database } from '../store/database.ts'

const TOKEN_BYTES = 32
/** Lifetime of the link. */
export const FIRST_ADMIN_LINK_MS = 15 * 60 * 1_000

/** A user who has signed in through the link. */
interface Claimant {
  readonly userId: string
  readonly sessionId: string
  readonly address: string
}

/**
 * A one-time link that makes the user who signs in through it an admin, for a server without admins. Known only to this
 * process and printed to its console.
 */
export class FirstAdminLink {
  readonly token = randomBytes(TOKEN_BYTES).toString('base64url')
  readonly #db: Kysely<Database>
  readonly #nowMs: () => number
  readonly #endsAtMs: number
  #isUsed = false

  constructor(db: Kysely<Database>, nowMs: () => number = Date.now) {
    this.#db = db
    this.#nowMs = nowMs
    this.#endsAtMs = nowMs() + FIRST_ADMIN_LINK_MS
  }

  isGood(token: string): boolean {
    return !this.#isUsed && this.#nowMs() < this.#endsAtMs && timingSafeEqual(digest(token), digest(this.token))
  }

  /** Makes the claimant an admin if the token is valid and there is no admin yet; writes a row of the audit log. */
  async claim(token: string, { userId, sessionId, address }: Claimant): Promise<boolean> {
    if (!this.isGood(token)) return false
    this.#isUsed = true
    await this.#db.transaction().execute(async (transaction) => {
      const player = await transaction
        .updateTable('player')
        .set({ role: 'admin' })
        .where('user_id', '=', userId)
        .returning(['name', 'steam_id'])
        .executeTakeFirstOrThrow()
      const operator = { userId, name: player.name, role: 'admin', sessionId, address, requestId: v7() } as const
      const subject = {
        operator,
        action: 'role.change',
        target: player.steam_id,
        reason: 'the link for the first admin',
        idempotencyKey: undefined,
      } as const
      await writeAuditRow(transaction, subject, {
        outcome: 'done',
        before: { role: 'player' },
        after: { role: 'admin' },
      })
    })
    return true
  }
}

/** A link for a server on PostgreSQL without any admin; otherwise undefined. */
export async function offerFirstAdmin(
  db: Kysely<Database>,
  { adminSteamIds, databaseUrl }: Pick<Config, 'adminSteamIds' | 'databaseUrl'>,
): Promise<FirstAdminLink | undefined> {
  if (databaseUrl === undefined || adminSteamIds.length > 0) return undefined
  const admin = await db.selectFrom('player').select('user_id').where('role', '=', 'admin').executeTakeFirst()
  return admin === undefined ? new FirstAdminLink(db) : undefined
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
