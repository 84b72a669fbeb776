import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import { writeAuditRow } from '../store/audit-log.ts'
import type { Config } from '../config.ts'
import type { Database } from '../store/database.ts'
import { readSecret } from './server-secrets.ts'
import { isUsed, markUsed } from './used-once.ts'

const NONCE_BYTES = 6
const TIME_RADIX = 36
/** Expiry in Unix milliseconds, nonce, and signature. */
const FORM = /^(([0-9a-z]{8})\.[\w-]{8})\.([\w-]{43})$/
/** Lifetime of the link. */
export const FIRST_ADMIN_LINK_MS = 15 * 60 * 1_000

/** A user who has signed in through the link. */
interface Claimant {
  readonly userId: string
  readonly sessionId: string
  readonly address: string
}

/**
 * A one-time link that makes the user who signs in through it an admin, for a server without admins. Signed, so that every
 * server of the database accepts it; printed to the console of the one that made it.
 */
export class FirstAdminLink {
  readonly token: string
  readonly #db: Kysely<Database>
  readonly #secret: string
  readonly #nowMs: () => number

  constructor(db: Kysely<Database>, secret: string, nowMs: () => number = Date.now) {
    this.#db = db
    this.#secret = secret
    this.#nowMs = nowMs
    const expiry = (nowMs() + FIRST_ADMIN_LINK_MS).toString(TIME_RADIX)
    const body = `${expiry}.${randomBytes(NONCE_BYTES).toString('base64url')}`
    this.token = `${body}.${this.#signatureOf(body).toString('base64url')}`
  }

  async isGood(token: string): Promise<boolean> {
    return this.#isGenuine(token) && !(await isUsed(this.#db, 'first_admin_link', token))
  }

  #isGenuine(token: string): boolean {
    const [, body, expiry = '', signature = ''] = FORM.exec(token) ?? []
    if (body === undefined || Number.parseInt(expiry, TIME_RADIX) <= this.#nowMs()) return false
    return timingSafeEqual(Buffer.from(signature, 'base64url'), this.#signatureOf(body))
  }

  #signatureOf(body: string): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest()
  }

  /** Makes the claimant an admin if the token is valid and unused; writes a row of the audit log. */
  async claim(token: string, { userId, sessionId, address }: Claimant): Promise<boolean> {
    if (!this.#isGenuine(token)) return false
    return this.#db.transaction().execute(async (transaction) => {
      if (!(await markUsed(transaction, 'first_admin_link', token, this.#nowMs()))) return false
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
      return true
    })
  }
}

/** A link for a server on PostgreSQL without any admin; otherwise undefined. */
export async function offerFirstAdmin(
  db: Kysely<Database>,
  { adminSteamIds, databaseUrl }: Pick<Config, 'adminSteamIds' | 'databaseUrl'>,
): Promise<FirstAdminLink | undefined> {
  if (databaseUrl === undefined || adminSteamIds.length > 0) return undefined
  const admin = await db.selectFrom('player').select('user_id').where('role', '=', 'admin').executeTakeFirst()
  return admin === undefined ? new FirstAdminLink(db, await readSecret(db, 'first-admin')) : undefined
}
