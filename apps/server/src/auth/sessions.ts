import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../store/database.ts'
import '../store/session-tables.ts'

/** A session ends when it was not refreshed for this long. */
const SESSION_LIFE_MS = 60 * 24 * 60 * 60 * 1_000
/**
 * For this long after a rotation the new token is accepted without rotating it. Otherwise, of three tabs that refresh at
 * the same time, the third would present a token two rotations old and end the session.
 */
const ROTATION_PAUSE_MS = 10_000
/**
 * If the response to a refresh is lost, the old token can be exchanged for the same new one again, until the new one has
 * been used and for this long at most (rules §17).
 */
const OLDER_TOKEN_LIFE_MS = 24 * 60 * 60 * 1_000
/** Most refreshes that a session can have had when its sign-in is repeated. */
const REFRESHES_BEFORE_REPEAT_MAX = 100
/** Longest list of a user's sessions. */
const SESSIONS_LISTED_MAX = 50
/** Longest lifetime of a session, however often it is refreshed. */
const SESSION_AGE_MAX_MS = 180 * 24 * 60 * 60 * 1_000
const TOKEN_BYTES = 32

/** A session and its refresh token. */
export interface OpenedSession {
  readonly sessionId: string
  readonly userId: string
  /** Undefined when the caller's token stays valid. */
  readonly refreshToken: string | undefined
}

/** Identifies a repeated sign-in, so that it opens the session of the first (rules §17). */
export interface SignInOrigin {
  readonly sessionId: string
  /** Known only to the browser that signs in, never stored; the first refresh token is derived from it. */
  readonly proof: string
}

/** An open session. */
export interface OpenSession {
  readonly sessionId: string
  readonly openedAtMs: number
  readonly refreshedAtMs: number
  /** Name of the browser; empty when unknown. */
  readonly device: string
}

export type RefreshResult =
  | { readonly ok: true; readonly session: OpenedSession }
  /** `endedSessionId` is set when an old token was reused, which ended its family. */
  | { readonly ok: false; readonly endedSessionId: string | undefined }

/**
 * Sessions, each a family of refresh tokens stored as hashes (rules §14, §17). Each token is derived from its predecessor
 * and a key of this installation, so that a token lost with its response can be issued again without being stored.
 */
export class Sessions {
  readonly #db: Kysely<Database>
  readonly #key: string
  readonly #nowMs: () => number

  /** @param key a secret of this installation, the same on every server */
  constructor(db: Kysely<Database>, key: string, nowMs: () => number = Date.now) {
    this.#db = db
    this.#key = key
    this.#nowMs = nowMs
  }

  async open(userId: string, device = ''): Promise<OpenedSession> {
    const session = await this.openOnce(userId, device, newOrigin())
    if (session === undefined) throw new Error('The new session id already exists')
    return session
  }

  /**
   * Opens a session, or returns the one that the same sign-in opened before.
   * @returns undefined when that one has ended
   */
  async openOnce(
    userId: string,
    device: string,
    { sessionId, proof }: SignInOrigin,
  ): Promise<OpenedSession | undefined> {
    const secret = this.#next(sessionId, proof)
    const nowMs = this.#nowMs()
    const opened = await this.#db
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
      .onConflict((conflict) => conflict.doNothing())
      .returning('session_id')
      .executeTakeFirst()
    const current = opened === undefined ? await this.#currentSecret(userId, sessionId, secret) : secret
    return current === undefined ? undefined : { sessionId, userId, refreshToken: `${sessionId}.${current}` }
  }

  /**
   * Exchanges a refresh token for the next one, or for the same one again until that has been used. An older token ends
   * the family, since someone else must have a copy.
   */
  async refresh(refreshToken: string): Promise<RefreshResult> {
    const parsed = parseToken(refreshToken)
    if (parsed === undefined) return { ok: false, endedSessionId: undefined }
    const { sessionId, secret } = parsed
    const nowMs = this.#nowMs()
    if (isTooOld(sessionId, nowMs)) {
      await this.endById(sessionId)
      return { ok: false, endedSessionId: sessionId }
    }
    const next = this.#next(sessionId, secret)
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
      .where((by) => by.or([by('previous_hash', 'is', null), by('rotated_at_ms', '<', nowMs - ROTATION_PAUSE_MS)]))
      .returning('user_id')
      .executeTakeFirst()
    if (rotated !== undefined) {
      return { ok: true, session: { sessionId, userId: rotated.user_id, refreshToken: `${sessionId}.${next}` } }
    }
    return this.#refreshAgain(sessionId, secret, nowMs)
  }

  /** @returns the ended session; undefined without one */
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

  /** Ends a session by its id. */
  async endById(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('session')
      .set({ ended_at_ms: this.#nowMs() })
      .where('session_id', '=', sessionId)
      .where('ended_at_ms', 'is', null)
      .execute()
  }

  /** The open sessions of a user, most recently used first. */
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

  /** Ends a session of a user. @returns whether it was open and belonged to the user */
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

  /** Ends all sessions of a user within the given transaction. @returns the ended sessions */
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

  /** Whether a session exists and has neither ended nor expired. */
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

  /** Sessions that ended since a time. */
  async endedSince(sinceMs: number): Promise<string[]> {
    const rows = await this.#db.selectFrom('session').select('session_id').where('ended_at_ms', '>', sinceMs).execute()
    return rows.map((row) => row.session_id)
  }

  /** Handles a token that is not rotated: the newest one right after a rotation, or its predecessor. */
  async #refreshAgain(sessionId: string, secret: string, nowMs: number): Promise<RefreshResult> {
    const session = await this.#findOpen(sessionId, nowMs)
    if (session === undefined) return { ok: false, endedSessionId: undefined }
    const { user_id: userId, token_hash: newest, previous_hash: older, rotated_at_ms: rotatedAtMs } = session
    if (newest === hash(secret)) return { ok: true, session: { sessionId, userId, refreshToken: undefined } }
    const next = this.#next(sessionId, secret)
    const isRepeat = older === hash(secret) && newest === hash(next)
    if (isRepeat && nowMs - rotatedAtMs <= OLDER_TOKEN_LIFE_MS) {
      return { ok: true, session: { sessionId, userId, refreshToken: `${sessionId}.${next}` } }
    }
    await this.endById(sessionId)
    return { ok: false, endedSessionId: sessionId }
  }

  /** Derives the newest token of a repeated sign-in's session from the first one. */
  async #currentSecret(userId: string, sessionId: string, first: string): Promise<string | undefined> {
    const session = await this.#findOpen(sessionId, this.#nowMs())
    if (session?.user_id !== userId) return undefined
    let secret = first
    for (let refreshes = 0; refreshes <= REFRESHES_BEFORE_REPEAT_MAX; refreshes += 1) {
      if (hash(secret) === session.token_hash) return secret
      secret = this.#next(sessionId, secret)
    }
    return undefined
  }

  #findOpen(sessionId: string, nowMs: number) {
    return this.#db
      .selectFrom('session')
      .select(['user_id', 'token_hash', 'previous_hash', 'rotated_at_ms'])
      .where('session_id', '=', sessionId)
      .where('ended_at_ms', 'is', null)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirst()
  }

  /** The successor of a token; computing it requires the token and the key. */
  #next(sessionId: string, secret: string): string {
    return createHmac('sha256', this.#key).update(`${sessionId}:${secret}`).digest('base64url')
  }
}

/** When a session was opened, from its id (a version 7 UUID). */
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

/** The origin of a sign-in that cannot be repeated. */
function newOrigin(): SignInOrigin {
  return { sessionId: v7(), proof: randomBytes(TOKEN_BYTES).toString('base64url') }
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
