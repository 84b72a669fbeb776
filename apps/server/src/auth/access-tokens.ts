import { ROLES } from '@clutch/contract'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { AccessClaims, AccessVerifier } from '../http/access.ts'

/** How long an access token is good for (rules §14). */
export const ACCESS_TOKEN_LIFE_SEC = 600
/** One that travels through the address bar is refreshed at once. */
export const LINK_TOKEN_LIFE_SEC = 60
const VERIFIED_TOKENS_MAX = 20_000
const SECOND_MS = 1_000
const ALGORITHM = 'HS256'
const ISSUER = 'clutch'

const payloadSchema = z.object({ sub: z.guid(), sid: z.guid(), roles: z.array(z.enum(ROLES)), exp: z.int() })

/** Signs and checks access tokens. One that was checked before is looked up, not checked again. */
export class AccessTokens implements AccessVerifier {
  readonly #key: Uint8Array
  readonly #nowMs: () => number
  readonly #verified = new LRUCache<string, { claims: AccessClaims; expiresAtMs: number }>({ max: VERIFIED_TOKENS_MAX })
  /** Sessions that ended while tokens of theirs may still be young, and when those will have died. */
  readonly #ended = new Map<string, number>()
  readonly #endListeners = new Set<(sessionId: string) => void>()

  constructor(secret: string, nowMs: () => number = Date.now) {
    this.#key = new TextEncoder().encode(secret)
    this.#nowMs = nowMs
  }

  issue(claims: AccessClaims, lifeSec: number): Promise<string> {
    const nowSec = Math.floor(this.#nowMs() / SECOND_MS)
    return new SignJWT({ sid: claims.sessionId, roles: [...claims.roles] })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(claims.userId)
      .setIssuer(ISSUER)
      .setIssuedAt(nowSec)
      .setExpirationTime(nowSec + lifeSec)
      .sign(this.#key)
  }

  /** @returns undefined for a token that is forged, too old, or of a session that has ended. */
  async verify(token: string): Promise<AccessClaims | undefined> {
    const known = this.#verified.get(token) ?? (await this.#check(token))
    if (known === undefined || known.expiresAtMs <= this.#nowMs()) return undefined
    return this.#ended.has(known.claims.sessionId) ? undefined : known.claims
  }

  /** From now on no token of this session is good. */
  endSession(sessionId: string): void {
    const nowMs = this.#nowMs()
    for (const [id, diesAtMs] of this.#ended) if (diesAtMs <= nowMs) this.#ended.delete(id)
    this.#ended.set(sessionId, nowMs + ACCESS_TOKEN_LIFE_SEC * SECOND_MS)
    for (const listen of this.#endListeners) listen(sessionId)
  }

  /** Whether a session has ended lately: within the life of an access token. */
  hasEnded(sessionId: string): boolean {
    return this.#ended.has(sessionId)
  }

  /** Tells of every session that ends from now on. */
  onSessionEnd(listen: (sessionId: string) => void): void {
    this.#endListeners.add(listen)
  }

  async #check(token: string): Promise<{ claims: AccessClaims; expiresAtMs: number } | undefined> {
    try {
      const currentDate = new Date(this.#nowMs())
      const { payload } = await jwtVerify(token, this.#key, { algorithms: [ALGORITHM], issuer: ISSUER, currentDate })
      const { sub, sid, roles, exp } = payloadSchema.parse(payload)
      const verified = { claims: { userId: sub, sessionId: sid, roles }, expiresAtMs: exp * SECOND_MS }
      this.#verified.set(token, verified)
      return verified
    } catch {
      // jose reports every kind of bad token by throwing; to us they are all alike.
      return undefined
    }
  }
}
