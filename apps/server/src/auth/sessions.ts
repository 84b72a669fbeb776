import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../store/database.ts'
import '../store/session-tables.ts'

/** A sign-in ends when it was not refreshed for this long. */
const SESSION_LIFE_MS = 60 * 24 * 60 * 60 * 1_000
/**
 * Tabs may refresh at the same moment. For this long after a rotation the new token is good and is not rotated: otherwise
 * the third of three would bring a token that is two rotations old, and end the session.
 */
const ROTATION_PAUSE_MS = 10_000
/**
 * The answer to a refresh may be lost. Until the newer token of a pair is used, the older one is exchanged for the same
 * newer one again, for this long at most (rules §17).
 */
const OLDER_TOKEN_LIFE_MS = 24 * 60 * 60 * 1_000
/** How often a session can have been refreshed by the time its sign-in is repeated. */
const REFRESHES_BEFORE_REPEAT_MAX = 100
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

/** What makes a repeated sign-in open the session of the first one (rules §17). */
export interface SignInOrigin {
  readonly sessionId: string
  /** Known to the browser that signs in and stored nowhere: the first refresh token is derived from it. */
  readonly proof: string
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

/**
 * Sign-ins, each a family of refresh tokens, stored as hashes (rules §14, §17). Each token is derived from the one before
 * it and a key of this installation, so that a token whose answer was lost can be handed out again without being stored.
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
    if (session === undefined) throw new Error('A new session id was taken')
    return session
  }

  /**
   * Opens a session, or returns the one that this very sign-in opened before.
   * @returns undefined when that one has ended meanwhile
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
   * Exchanges a refresh token for the next, and again for the same one until that has been used. A token that is older
   * still ends the family: another browser has it.
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

  /** Answers a token that is not to be rotated: the newest one right after a rotation, or the one before it. */
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

  /** The newest token of a session that a sign-in opened before, by following the family from its first. */
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

  /** What follows a token, which nobody can compute without both the token and the key. */
  #next(sessionId: string, secret: string): string {
    return createHmac('sha256', this.#key).update(`${sessionId}:${secret}`).digest('base64url')
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

/** The origin of a sign-in that nobody can repeat. */
function newOrigin(): SignInOrigin {
  return { sessionId: v7(), proof: randomBytes(TOKEN_BYTES).toString('base64url') }
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
