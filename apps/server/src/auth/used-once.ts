import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../store/database.ts'

/** How long used proofs are stored: a day, the lifetime of the platform's tickets. */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000
/** For this long a browser may send the same proof again, in case the response was lost (rules §17). */
const REPEAT_MS = 2 * 60 * 1_000

/** A proof of identity that can be used once. */
export interface Proof {
  readonly kind: 'ticket' | 'nonce' | 'frame_session' | 'sign_in_link'
  readonly text: string
  /** Identifies the browser that sends the proof; the same proof from another browser is rejected. */
  readonly bearer: string
}

/** The user that a proof identifies, and the session it opens however often it is repeated. */
export interface ProofUse {
  readonly subject: string
  readonly sessionId: string
}

/**
 * Records that a proof was used. Proofs are stored as hashes.
 * @returns the first use when the same bearer repeats it in time; undefined for any other repeat
 */
export async function useOnce(
  db: Kysely<Database>,
  proof: Proof,
  subject: string,
  nowMs: number,
): Promise<ProofUse | undefined> {
  await db
    .deleteFrom('used_once')
    .where('used_at_ms', '<', nowMs - REMEMBERED_MS)
    .execute()
  const sessionId = v7()
  const inserted = await db
    .insertInto('used_once')
    .values({
      kind: proof.kind,
      hash: hash(proof.text),
      used_at_ms: nowMs,
      subject,
      bearer: hash(proof.bearer),
      session_id: sessionId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  if (inserted !== undefined) return { subject, sessionId }
  const first = await findUse(db, proof, nowMs)
  return first?.subject === subject ? first : undefined
}

/**
 * Records that a text was used; {@link useOnce} deletes old records.
 * @returns false when it was used before
 */
export async function markUsed(
  db: Kysely<Database>,
  kind: 'live_ticket' | 'first_admin_link',
  text: string,
  nowMs: number,
): Promise<boolean> {
  const inserted = await db
    .insertInto('used_once')
    .values({ kind, hash: hash(text), used_at_ms: nowMs, subject: '', bearer: '', session_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Whether {@link markUsed} has recorded the text. */
export async function isUsed(db: Kysely<Database>, kind: 'first_admin_link', text: string): Promise<boolean> {
  const row = await db
    .selectFrom('used_once')
    .select('hash')
    .where('kind', '=', kind)
    .where('hash', '=', hash(text))
    .executeTakeFirst()
  return row !== undefined
}

/** The first use of a repeated proof. Needed because the platform may confirm a proof only once. */
export async function findUse(db: Kysely<Database>, proof: Proof, nowMs: number): Promise<ProofUse | undefined> {
  const row = await db
    .selectFrom('used_once')
    .select(['subject', 'session_id'])
    .where('kind', '=', proof.kind)
    .where('hash', '=', hash(proof.text))
    .where('bearer', '=', hash(proof.bearer))
    .where('used_at_ms', '>', nowMs - REPEAT_MS)
    .executeTakeFirst()
  return row?.session_id == null ? undefined : { subject: row.subject, sessionId: row.session_id }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
