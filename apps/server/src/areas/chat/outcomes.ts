import { hash } from 'node:crypto'
import { fail } from '@clutch/economy'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { ApiResult } from '../../api-result.ts'
import type { Database } from '../../store/database.ts'
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

export function toKeyedRequest(ownerId: string, key: string | undefined, call: string, body: unknown) {
  if (key === undefined) return undefined
  return { ownerId, key, requestHash: hash('sha256', JSON.stringify([call, body]), 'base64url') }
}

/** What requests have answered before: the answer again, or a conflict when the key was another call's. */
export async function findOutcomes(
  db: Kysely<Database>,
  requests: readonly (KeyedRequest | undefined)[],
): Promise<Map<KeyedRequest, ApiResult<unknown>>> {
  const keyed = requests.filter((request) => request !== undefined)
  if (keyed.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_outcome')
    .select(['owner_id', 'key', 'request_hash', 'outcome'])
    .where(
      sql<boolean>`(owner_id, key) in (select * from unnest(${keyed.map(({ ownerId }) => ownerId)}::uuid[],
        ${keyed.map(({ key }) => key)}::text[]))`,
    )
    .execute()
  const known = new Map(rows.map((row) => [`${row.owner_id} ${row.key}`, row]))
  const found = new Map<KeyedRequest, ApiResult<unknown>>()
  for (const request of keyed) {
    const row = known.get(`${request.ownerId} ${request.key}`)
    if (row === undefined) continue
    found.set(
      request,
      row.request_hash === request.requestHash
        ? (row.outcome as ApiResult<unknown>)
        : fail({ code: 'idempotency_conflict' }),
    )
  }
  return found
}

export async function keepOutcomes(
  trx: Transaction<Database>,
  outcomes: readonly { readonly request: KeyedRequest; readonly outcome: ApiResult<unknown> }[],
  nowMs: number,
): Promise<void> {
  if (outcomes.length === 0) return
  await trx
    .insertInto('chat_outcome')
    .values(
      outcomes.map(({ request, outcome }) => ({
        owner_id: request.ownerId,
        key: request.key,
        request_hash: request.requestHash,
        outcome: JSON.stringify(outcome),
        at_ms: nowMs,
      })),
    )
    .execute()
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
    const before = (await findOutcomes(trx, [request])).get(request)
    if (before !== undefined) return before as ApiResult<Value>
    const outcome = await change(trx)
    await keepOutcomes(trx, [{ request, outcome }], nowMs)
    return outcome
  })
}
