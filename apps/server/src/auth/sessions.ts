import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../store/database.ts'
import '../store/session-tables.ts'

/** A sign-in ends when it was not refreshed for this long. */
const SESSION_LIFE_MS = 60 * 24 * 60 * 60 * 1_000
/**
 * Tabs may refresh at the same moment. For this long after a rotation both tokens of the newest pair are good and neither is
 * rotated: otherwise the third of three would bring a token that is two rotations old, and end the session.
 */
const NEWEST_PAIR_GRACE_MS = 10_000
/** Listed at most: nobody has more devices. */
const SESSIONS_LISTED_MAX = 50
/** However often it is refreshed, a sign-in ends after this long. */
const SESSION_AGE_MAX_MS = 180 * 24 * 60 * 60 * 1_000
const TOKEN_BYTES = 32

/** A session and the refresh token to keep for it. */
export interface OpenedSession {
  readonly sessionId: string
  readonly userId: string
  /** Undefined when the caller keeps the one it has. */
  readonly refreshToken: string | undefined
}

/** A sign-in that is still good. */
export interface OpenSession {
  readonly sessionId: string
  readonly openedAtMs: number
  readonly refreshedAtMs: number
  /** What browser it came from; empty when that is not known. */
  readonly device: string
}

export type RefreshResult =
  | { readonly ok: true; readonly session: OpenedSession }
  /** `endedSessionId` is set when an old token was used again and its family ended for it. */
  | { readonly ok: false; readonly endedSessionId: string | undefined }

/** Sign-ins, each a family of refresh tokens of which only the newest is good (rules §14). Stored as hashes. */
export class Sessions {
  readonly #db: Kysely<Database>
  readonly #nowMs: () => number

  constructor(db: Kysely<Database>, nowMs: () => number = Date.now) {
    this.#db = db
    this.#nowMs = nowMs
  }

  async open(userId: string, device = ''): Promise<OpenedSession> {
    const sessionId = v7()
    const secret = newSecret()
    const nowMs = this.#nowMs()
    await this.#db
      .insertInto('session')
      .values({
        session_id: sessionId,
        user_id: userId,
        token_hash: hash(secret),
        previous_hash: null,
        rotated_at_ms: nowMs,
        expires_at_ms: nowMs + SESSION_LIFE_MS,
        ended_at_ms: null,
        device,
      })
      .execute()
    return { sessionId, userId, refreshToken: `${sessionId}.${secret}` }
  }

  /** Exchanges a refresh token for the next. Using one that was exchanged before ends the family. */
  async refresh(refreshToken: string): Promise<RefreshResult> {
    const parsed = parseToken(refreshToken)
    if (parsed === undefined) return { ok: false, endedSessionId: undefined }
    const { sessionId, secret } = parsed
    const nowMs = this.#nowMs()
    if (isTooOld(sessionId, nowMs)) {
      await this.endById(sessionId)
      return { ok: false, endedSessionId: sessionId }
    }
    const next = newSecret()
    const rotated = await this.#db
      .updateTable('session')
      .set({
        previous_hash: hash(secret),
        token_hash: hash(next),
        rotated_at_ms: nowMs,
        expires_at_ms: nowMs + SESSION_LIFE_MS,
      })
      .where('session_id', '=', sessionId)
      .where('token_hash', '=', hash(secret))
      .where('ended_at_ms', 'is', null)
      .where('expires_at_ms', '>', nowMs)
      .where((by) => by.or([by('previous_hash', 'is', null), by('rotated_at_ms', '<', nowMs - NEWEST_PAIR_GRACE_MS)]))
      .returning('user_id')
      .executeTakeFirst()
    if (rotated !== undefined) {
      return { ok: true, session: { sessionId, userId: rotated.user_id, refreshToken: `${sessionId}.${next}` } }
    }
    return this.#refreshOutOfTurn(sessionId, secret, nowMs)
  }

  /** @returns the session that ended, undefined when there was none to end. */
  async end(refreshToken: string): Promise<string | undefined> {
    const parsed = parseToken(refreshToken)
    if (parsed === undefined) return undefined
    const ended = await this.#db
      .updateTable('session')
      .set({ ended_at_ms: this.#nowMs() })
      .where('session_id', '=', parsed.sessionId)
      .where((by) => by.or([by('token_hash', '=', hash(parsed.secret)), by('previous_hash', '=', hash(parsed.secret))]))
      .where('ended_at_ms', 'is', null)
      .returning('session_id')
      .executeTakeFirst()
    return ended?.session_id
  }

  /** Ends a session by its id, as its access token names it. */
  async endById(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('session')
      .set({ ended_at_ms: this.#nowMs() })
      .where('session_id', '=', sessionId)
      .where('ended_at_ms', 'is', null)
      .execute()
  }

  /** The open sessions of a user, the one that was used last first. */
  async listOf(userId: string): Promise<OpenSession[]> {
    const nowMs = this.#nowMs()
    const rows = await this.#db
      .selectFrom('session')
      .select(['session_id', 'rotated_at_ms', 'device'])
      .where('user_id', '=', userId)
      .where('ended_at_ms', 'is', null)
      .where('expires_at_ms', '>', nowMs)
      .orderBy('rotated_at_ms', 'desc')
      .limit(SESSIONS_LISTED_MAX)
      .execute()
    return rows
      .filter((row) => !isTooOld(row.session_id, nowMs))
      .map((row) => ({
        sessionId: row.session_id,
        openedAtMs: openedAtMs(row.session_id),
        refreshedAtMs: row.rotated_at_ms,
        device: row.device,
      }))
  }

  /** Ends a session if it is the user's. @returns whether it was, and was open. */
  async endOf(userId: string, sessionId: string): Promise<boolean> {
    const ended = await this.#db
      .updateTable('session')
      .set({ ended_at_ms: this.#nowMs() })
      .where('session_id', '=', sessionId)
      .where('user_id', '=', userId)
      .where('ended_at_ms', 'is', null)
      .returning('session_id')
      .executeTakeFirst()
    return ended !== undefined
  }

  /** Ends every session of a user, in the transaction of what it is part of. @returns those that ended. */
  async endAllOf(userId: string, db: Kysely<Database> = this.#db): Promise<string[]> {
    const rows = await db
      .updateTable('session')
      .set({ ended_at_ms: this.#nowMs() })
      .where('user_id', '=', userId)
      .where('ended_at_ms', 'is', null)
      .returning('session_id')
      .execute()
    return rows.map((row) => row.session_id)
  }

  /** Whether a session was opened here and has neither ended nor expired. */
  async isOpen(sessionId: string): Promise<boolean> {
    const nowMs = this.#nowMs()
    const row = await this.#db
      .selectFrom('session')
      .select('session_id')
      .where('session_id', '=', sessionId)
      .where('ended_at_ms', 'is', null)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirst()
    return row !== undefined && !isTooOld(sessionId, nowMs)
  }

  /** Sessions that ended since a moment. */
  async endedSince(sinceMs: number): Promise<string[]> {
    const rows = await this.#db.selectFrom('session').select('session_id').where('ended_at_ms', '>', sinceMs).execute()
    return rows.map((row) => row.session_id)
  }

  async #refreshOutOfTurn(sessionId: string, secret: string, nowMs: number): Promise<RefreshResult> {
    const session = await this.#db
      .selectFrom('session')
      .select(['user_id', 'token_hash', 'previous_hash', 'rotated_at_ms', 'ended_at_ms', 'expires_at_ms'])
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    if (session === undefined || session.ended_at_ms !== null || session.expires_at_ms <= nowMs) {
      return { ok: false, endedSessionId: undefined }
    }
    const isOfNewestPair = [session.token_hash, session.previous_hash].includes(hash(secret))
    if (isOfNewestPair && nowMs - session.rotated_at_ms <= NEWEST_PAIR_GRACE_MS) {
      return { ok: true, session: { sessionId, userId: session.user_id, refreshToken: undefined } }
    }
    await this.endById(sessionId)
    return { ok: false, endedSessionId: sessionId }
  }
}

/** When a session was opened: its id is a version 7 uuid and begins with its Unix time in milliseconds. */
export function openedAtMs(sessionId: string): number {
  return Number.parseInt(sessionId.replace('-', '').slice(0, UUID_TIME_DIGITS), HEXADECIMAL)
}

function isTooOld(sessionId: string, nowMs: number): boolean {
  return nowMs - openedAtMs(sessionId) > SESSION_AGE_MAX_MS
}

const UUID_TIME_DIGITS = 12
const HEXADECIMAL = 16
const TOKEN_FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

function parseToken(token: string): { sessionId: string; secret: string } | undefined {
  const match = TOKEN_FORM.exec(token)
  const [, sessionId, secret] = match ?? []
  return sessionId === undefined || secret === undefined ? undefined : { sessionId, secret }
}

function newSecret(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
