import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { markUsed } from '../auth/used-once.ts'
import type { Database } from '../store/database.ts'

/** Lifetime of a connection token (rules §14). */
export const LIVE_TOKEN_LIFE_MS = 30_000
const NONCE_BYTES = 18
const SECRET_BYTES = 32

/** The user and session of a token. */
export interface TokenHolder {
  readonly userId: string
  readonly sessionId: string
  /** Id of the newest message when the token was issued; the connection is caught up from there. */
  readonly sinceId: number
}

/** What a token says, in JSON. */
interface Claims extends TokenHolder {
  readonly nonce: string
  readonly expiresAtMs: number
}

/** Records uses of tokens. */
export interface TicketUses {
  /** @returns false when the token was used before */
  use(nonce: string, expiresAtMs: number): Promise<boolean>
}

/** Tokens that open one live connection each, on any server with the same secret. Nothing is stored until they are used. */
export class LiveTickets {
  readonly #secret: string
  readonly #uses: TicketUses
  readonly #nowMs: () => number

  constructor(secret: string, uses: TicketUses, nowMs: () => number = Date.now) {
    this.#secret = secret
    this.#uses = uses
    this.#nowMs = nowMs
  }

  issue(holder: TokenHolder): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const claims: Claims = { ...holder, nonce, expiresAtMs: this.#nowMs() + LIVE_TOKEN_LIFE_MS }
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
    return `${body}.${this.#signatureOf(body).toString('base64url')}`
  }

  /** @returns the holder; undefined for a token that is forged, used or expired */
  async redeem(token: string): Promise<TokenHolder | undefined> {
    const [body = '', signature = ''] = token.split('.')
    const given = Buffer.from(signature, 'base64url')
    const expected = this.#signatureOf(body)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    // Trust boundary: a server with the secret has signed it.
    const { nonce, expiresAtMs, ...holder } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
    if (expiresAtMs <= this.#nowMs()) return undefined
    return (await this.#uses.use(nonce, expiresAtMs)) ? holder : undefined
  }

  #signatureOf(body: string): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest()
  }
}

/** A secret for the tokens of a server without others: they end with it. */
export function ownTicketSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Records uses in memory, for a server without others. */
export function usesInMemory(nowMs: () => number = Date.now): TicketUses {
  /** When each used token expires, oldest first. */
  const used = new Map<string, number>()
  return {
    use(nonce, expiresAtMs) {
      for (const [each, endsAtMs] of used) {
        if (endsAtMs > nowMs()) break
        used.delete(each)
      }
      if (used.has(nonce)) return Promise.resolve(false)
      used.set(nonce, expiresAtMs)
      return Promise.resolve(true)
    },
  }
}

/** Records uses in the database, for several servers. */
export function usesInDatabase(db: Kysely<Database>): TicketUses {
  return { use: (nonce) => markUsed(db, 'live_ticket', nonce, Date.now()) }
}
