import { fail } from '@clutch/economy'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { ApiResult } from '../../api-result.ts'
import type { Database } from '../../store/database.ts'
import { hashBody } from '../../writer/submission.ts'
import './tables.ts'

/**
 * A call under an idempotency key (rules §0). The chat keeps outcomes of its own: a key that met another one of the
 * economy's in a transaction of the writer would cost everybody else's commands that are in it.
 */
export interface KeyedRequest {
  readonly ownerId: string
  readonly key: string
  readonly requestHash: string
}

/** A request as it was answered. */
export interface KeptOutcome extends KeyedRequest {
  readonly outcome: ApiResult<unknown>
}

export function toKeyedRequest(ownerId: string, key: string | undefined, call: string, body: unknown) {
  if (key === undefined) return undefined
  return { ownerId, key, requestHash: hashBody(call, body) }
}

/** What is kept of requests, for a query that reads other things, too: `toOutcomes` reads it. */
export function keptOutcomes(requests: readonly KeyedRequest[]): RawBuilder<readonly KeptOutcome[]> {
  return sql`(select coalesce(json_agg(json_build_object('ownerId', owner_id, 'key', key, 'requestHash', request_hash,
      'outcome', outcome)), '[]')
    ${keptAmong(requests)})`
}

/** Rows of those requests that were answered before: a query from its `from` on. */
export function keptAmong(requests: readonly KeyedRequest[]): RawBuilder<unknown> {
  return sql`from chat_outcome where (owner_id, key) in (select * from unnest(
    ${requests.map(({ ownerId }) => ownerId)}::uuid[], ${requests.map(({ key }) => key)}::text[]))`
}

/** What requests have answered before: the answer again, or a conflict when the key was another call's. */
export function toOutcomes(
  requests: readonly KeyedRequest[],
  kept: readonly KeptOutcome[],
): Map<KeyedRequest, ApiResult<unknown>> {
  const known = new Map(kept.map((row) => [`${row.ownerId} ${row.key}`, row]))
  const found = new Map<KeyedRequest, ApiResult<unknown>>()
  for (const request of requests) {
    const row = known.get(`${request.ownerId} ${request.key}`)
    if (row === undefined) continue
    const isSame = row.requestHash === request.requestHash
    found.set(request, isSame ? row.outcome : fail({ code: 'idempotency_conflict' }))
  }
  return found
}

/** Does something once under its key: a second time answers what the first one did, a refusal too. */
export async function once<Value>(
  db: Kysely<Database>,
  request: KeyedRequest | undefined,
  nowMs: number,
  change: (trx: Transaction<Database>) => Promise<ApiResult<Value>>,
): Promise<ApiResult<Value>> {
  return db.transaction().execute(async (trx) => {
    if (request === undefined) return change(trx)
    // Two of the same key at once wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${request.ownerId} ${request.key}`}, 0))`.execute(trx)
    const { rows } = await sql<{ kept: readonly KeptOutcome[] }>`select ${keptOutcomes([request])} as kept`.execute(trx)
    const before = toOutcomes([request], rows[0]?.kept ?? []).get(request)
    if (before !== undefined) return before as ApiResult<Value>
    const outcome = await change(trx)
    const { ownerId: owner_id, key, requestHash: request_hash } = request
    const values = { owner_id, key, request_hash, outcome: JSON.stringify(outcome), at_ms: nowMs }
    await trx.insertInto('chat_outcome').values(values).execute()
    return outcome
  })
}
