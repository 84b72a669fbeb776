import { fail } from '@clutch/economy'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { ApiResult } from '../api-result.ts'
import type { AuditSubject } from '../store/audit-log.ts'
import { writeAuditRow } from '../store/audit-log.ts'
import type { Bus } from '../bus/bus.ts'
import { hashBody, outcomeKey } from '../writer/submission.ts'
import type { Database } from './database.ts'

declare module '../bus/message.ts' {
  interface BusMessages {
    /** Keys used by calls that bypass the writer, which has to look them up from now on. */
    readonly keys_used: { readonly keys: readonly string[] }
  }
}

/**
 * A call with an idempotency key that bypasses the economy's writer (rules §0). Outcomes are stored in `call_outcome`
 * rather than the writer's `command_outcome`: a duplicate key there would fail a whole batch of other commands. Both sides
 * read both tables, so a key identifies one call only.
 */
export interface KeyedCall {
  readonly ownerId: string
  readonly key: string
  readonly requestHash: string
}

/** A call and its outcome. */
export interface KeptOutcome extends KeyedCall {
  readonly outcome: ApiResult<unknown>
}

/** Where outcomes are stored, and how the writer is notified. */
export interface KeyedCallContext {
  readonly store: { readonly db: Kysely<Database> }
  readonly bus: Bus
}

export function toKeyedCall(
  ownerId: string,
  key: string | undefined,
  call: string,
  body: unknown,
): KeyedCall | undefined {
  if (key === undefined) return undefined
  return { ownerId, key, requestHash: hashBody(call, body) }
}

/** Announces used keys before their outcomes are stored, so that the writer looks them up from then on. */
export function publishUsedKeys(bus: Bus, calls: readonly KeyedCall[]): void {
  if (calls.length > 0) bus.publish('keys_used', { keys: calls.map(outcomeKey) })
}

/** Stored outcomes of calls as a column of another query; parsed by `toOutcomes`. */
export function keptOutcomes(calls: readonly KeyedCall[]): RawBuilder<readonly KeptOutcome[]> {
  return sql`(select coalesce(json_agg(json_build_object('ownerId', owner_id, 'key', key, 'requestHash', request_hash,
      'outcome', outcome)), '[]')
    ${keptAmong(calls)})`
}

/** `from` clause that selects the stored outcomes of keys, of calls and commands. */
export function keptAmong(calls: readonly KeyedCall[]): RawBuilder<unknown> {
  return sql`from unnest(${calls.map(({ ownerId }) => ownerId)}::uuid[], ${calls.map(({ key }) => key)}::text[])
    as wanted (owner_id, key) cross join lateral (
      select request_hash, outcome from call_outcome as past
      where past.owner_id = wanted.owner_id and past.key = wanted.key
      union all
      select request_hash, outcome from command_outcome as past
      where past.owner_id = wanted.owner_id and past.key = wanted.key
    ) as kept`
}

/** Outcomes of repeated calls: the first outcome, or a conflict if the key belongs to another call. */
export function toOutcomes(
  calls: readonly KeyedCall[],
  kept: readonly KeptOutcome[],
): Map<KeyedCall, ApiResult<unknown>> {
  const known = new Map(kept.map((row) => [outcomeKey(row), row]))
  const found = new Map<KeyedCall, ApiResult<unknown>>()
  for (const call of calls) {
    const row = known.get(outcomeKey(call))
    if (row === undefined) continue
    const isSame = row.requestHash === call.requestHash
    found.set(call, isSame ? row.outcome : fail({ code: 'idempotency_conflict' }))
  }
  return found
}

type Change<Value> = (trx: Transaction<Database>) => Promise<ApiResult<Value>>

/**
 * Executes a change once per key, in one transaction with its outcome. Repeated calls return the first outcome, including
 * errors.
 * @param onRepeat runs in the transaction instead of the change when the call is repeated
 */
export async function once<Value>(
  { store, bus }: KeyedCallContext,
  call: KeyedCall | undefined,
  nowMs: number,
  change: Change<Value>,
  onRepeat?: (trx: Transaction<Database>, outcome: ApiResult<unknown>) => Promise<void>,
): Promise<ApiResult<Value>> {
  return store.db.transaction().execute(async (trx) => {
    if (call === undefined) return change(trx)
    // Concurrent calls with the same key wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${outcomeKey(call)}, 0))`.execute(trx)
    const { rows } = await sql<{ kept: readonly KeptOutcome[] }>`select ${keptOutcomes([call])} as kept`.execute(trx)
    const before = toOutcomes([call], rows[0]?.kept ?? []).get(call)
    if (before !== undefined) {
      await onRepeat?.(trx, before)
      return before as ApiResult<Value>
    }
    publishUsedKeys(bus, [call])
    const outcome = await change(trx)
    const { ownerId: owner_id, key, requestHash: request_hash } = call
    const values = { owner_id, key, request_hash, outcome: JSON.stringify(outcome), at_ms: nowMs }
    await trx.insertInto('call_outcome').values(values).execute()
    return outcome
  })
}

/**
 * Executes an operator's change that bypasses the writer, once per idempotency key. The change writes its own audit row;
 * repeated calls get a row too, `repeated` or the error code (rules §13).
 */
export function operateOnce<Value>(
  context: KeyedCallContext,
  audit: AuditSubject,
  body: unknown,
  change: Change<Value>,
): Promise<ApiResult<Value>> {
  const call = toKeyedCall(audit.operator.userId, audit.idempotencyKey, audit.action, body)
  return once(context, call, Date.now(), change, (trx, before) =>
    writeAuditRow(trx, audit, { outcome: before.ok ? 'repeated' : before.error.code }),
  )
}
