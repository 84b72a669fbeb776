import { ROLES } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { AccessClaims } from '../http/access.ts'
import type { SigningKey } from './signing-keys.ts'

/** Lifetime of an access token (rules §14). */
export const ACCESS_TOKEN_LIFE_SEC = 600
/** Lifetime of a token passed in the address bar, which is refreshed at once. */
export const LINK_TOKEN_LIFE_SEC = 60
const VERIFIED_TOKENS_MAX = 20_000
const ALGORITHM = 'HS256'
const ISSUER = 'clutch'
const AUDIENCE = 'clutch-api'
const SESSIONS_MAX = 50_000

const payloadSchema = z.object({ sub: z.guid(), sid: z.guid(), roles: z.array(z.enum(ROLES)), exp: z.int() })

export interface AccessTokenOptions {
  /** Newest first: the first signs, all of them verify. */
  readonly keys: readonly SigningKey[]
  /** Whether a session exists and has not ended; called once per session. */
  readonly isOpen: (sessionId: string) => Promise<boolean>
  readonly nowMs?: () => number
}

/** Signs and verifies access tokens. Verified tokens are cached. */
export class AccessTokens {
  readonly #keys: readonly SigningKey[]
  readonly #isOpen: (sessionId: string) => Promise<boolean>
  /** Sessions known to exist. */
  readonly #open = new LRUCache<string, true>({ max: SESSIONS_MAX })
  readonly #nowMs: () => number
  readonly #verified = new LRUCache<string, { claims: AccessClaims; expiresAtMs: number }>({ max: VERIFIED_TOKENS_MAX })
  /** Sessions that ended recently, with the time at which their last access token expires. */
  readonly #ended = new Map<string, number>()
  readonly #endListeners = new Set<(sessionId: string) => void>()

  constructor({ keys, isOpen, nowMs }: AccessTokenOptions) {
    this.#keys = keys
    this.#isOpen = isOpen
    this.#nowMs = nowMs ?? Date.now
  }

  /** Signs a token for an open session. */
  issue(claims: AccessClaims, lifeSec: number): Promise<string> {
    const [key] = this.#keys
    if (key === undefined) throw new Error('No signing key')
    this.#open.set(claims.sessionId, true)
    const nowSec = Math.floor(this.#nowMs() / SECOND_MS)
    return new SignJWT({ sid: claims.sessionId, roles: [...claims.roles] })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
      .setSubject(claims.userId)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(nowSec)
      .setExpirationTime(nowSec + lifeSec)
      .sign(key.bytes)
  }

  /**
   * @returns undefined for a token that is forged or expired, or whose session has ended or never existed
   * @throws when the token is valid but the store cannot confirm its session
   */
  async verify(token: string): Promise<AccessClaims | undefined> {
    const known = this.#verified.get(token) ?? (await this.#check(token))
    if (known === undefined || known.expiresAtMs <= this.#nowMs()) return undefined
    const { sessionId } = known.claims
    if (this.#ended.has(sessionId)) return undefined
    return this.#open.has(sessionId) || (await this.#findOpen(sessionId)) ? known.claims : undefined
  }

  /** Invalidates all tokens of a session and notifies listeners. */
  endSession(sessionId: string): void {
    this.noteEnded(sessionId)
    for (const listen of this.#endListeners) listen(sessionId)
  }

  /** Records that a session has ended, here or on another server. */
  noteEnded(sessionId: string): void {
    const nowMs = this.#nowMs()
    for (const [id, diesAtMs] of this.#ended) if (diesAtMs <= nowMs) this.#ended.delete(id)
    this.#open.delete(sessionId)
    this.#ended.set(sessionId, nowMs + ACCESS_TOKEN_LIFE_SEC * SECOND_MS)
  }

  /** Call when messages of other servers may have been lost: each session is looked up in the store again. */
  forgetOpen(): void {
    this.#open.clear()
  }

  /** Whether a session has ended within the lifetime of an access token. */
  hasEnded(sessionId: string): boolean {
    return this.#ended.has(sessionId)
  }

  /** Calls the listener for each session that ends. */
  onSessionEnd(listen: (sessionId: string) => void): void {
    this.#endListeners.add(listen)
  }

  async #findOpen(sessionId: string): Promise<boolean> {
    if (!(await this.#isOpen(sessionId))) return false
    // It may have ended during the query.
    if (this.#ended.has(sessionId)) return false
    this.#open.set(sessionId, true)
    return true
  }

  async #check(token: string): Promise<{ claims: AccessClaims; expiresAtMs: number } | undefined> {
    try {
      const nowMs = this.#nowMs()
      const { kid } = decodeProtectedHeader(token)
      const key = this.#keys.find(({ id, retiresAtMs }) => id === kid && (retiresAtMs ?? Infinity) > nowMs)
      if (key === undefined) return undefined
      const { payload } = await jwtVerify(token, key.bytes, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(nowMs),
      })
      const { sub, sid, roles, exp } = payloadSchema.parse(payload)
      const expiresAtMs = Math.min(exp * SECOND_MS, key.retiresAtMs ?? Infinity)
      const verified = { claims: { userId: sub, sessionId: sid, roles }, expiresAtMs }
      this.#verified.set(token, verified)
      return verified
    } catch {
      // jose throws for every kind of invalid token; all are treated alike.
      return undefined
    }
  }
}
