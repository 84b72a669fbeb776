import { NIL as NIL_UUID } from 'uuid'
import { overRows, quote, quoteJson, type MaybeStatement, type Statement } from '../store/statement.ts'
import type { Outcome } from './outcome.ts'
import { outcomeKey, type Idempotency } from './submission.ts'

/** The outcome stored for a key, and the request it belongs to. */
export interface KnownOutcome {
  readonly requestHash: string
  readonly outcome: Outcome<unknown>
}

/** Limits on what is held in memory about used keys. */
export interface KeyLimits {
  /** Minimum number of recent outcomes. Must exceed what can be looked up, queued and decided at once, or one could be missed. */
  readonly recentMin: number
  /** Capacity of the Bloom filter in keys, a power of two. Beyond it, false positives cause more lookups. */
  readonly capacity: number
  /** Keys read per query while the filter is filled, so that other queries can run in between. */
  readonly page: number
}

/** The filter takes 16 MiB. */
export const KEY_LIMITS: KeyLimits = { recentMin: 25_000, capacity: 1 << 23, page: 2_000 }

/** Recent outcomes of durable commands by `outcomeKey`. Evicts the older half at once, which costs less than an LRU. */
export class RecentOutcomes {
  readonly #min: number
  #newer = new Map<string, KnownOutcome>()
  #older: ReadonlyMap<string, KnownOutcome> = new Map()

  /** @param min minimum number of outcomes; at most twice as many are held */
  constructor(min: number) {
    this.#min = min
  }

  get(key: string): KnownOutcome | undefined {
    return this.#newer.get(key) ?? this.#older.get(key)
  }

  /** Whether the key's outcome is among the newest `min`, so it stays in memory until `min` others have been added. */
  keeps(key: string): boolean {
    return this.#newer.has(key)
  }

  remember(outcomes: Iterable<readonly [string, KnownOutcome]>): void {
    for (const [key, known] of outcomes) {
      if (this.#newer.size >= this.#min) {
        this.#older = this.#newer
        this.#newer = new Map()
      }
      this.#newer.set(key, known)
    }
  }
}

/**
 * Reads the stored outcomes of keys, with one index lookup each. Planned for each execution: a plan cached while the
 * table was empty would scan the whole table (decision 33).
 */
export function selectOutcomes(keys: readonly Idempotency[]): Statement {
  return {
    name: 'select-outcomes',
    isReplanned: true,
    text: `select past.owner_id, past.key, past.request_hash, past.outcome
      from unnest($1::uuid[], $2::text[]) as wanted (owner_id, key)
      cross join lateral (
        (select * from command_outcome as past
        where past.owner_id = wanted.owner_id and past.key = wanted.key limit 1)
        union all
        (select * from call_outcome as past
        where past.owner_id = wanted.owner_id and past.key = wanted.key limit 1)
      ) as past`,
    values: [keys.map(({ ownerId }) => ownerId), keys.map(({ key }) => key)],
  }
}

/** Reads a page of the keys that have an outcome, in index order. */
export function selectUsedKeys(
  after: { readonly ownerId: string; readonly key: string } | undefined,
  count: number,
): Statement {
  return {
    name: 'select-used-keys',
    isReplanned: true,
    text: `select owner_id, key from (
        (select owner_id, key from command_outcome where (owner_id, key) > ($1::uuid, $2::text)
        order by owner_id, key limit $3)
        union all
        (select owner_id, key from call_outcome where (owner_id, key) > ($1::uuid, $2::text)
        order by owner_id, key limit $3)
      ) as used order by owner_id, key limit $3`,
    values: [after?.ownerId ?? NIL_UUID, after?.key ?? '', count],
  }
}

/** Parses a row of `command_outcome` into its `outcomeKey` and outcome. */
export function toKnownOutcome(row: Readonly<Record<string, unknown>>): readonly [string, KnownOutcome] {
  const key = outcomeKey({ ownerId: String(row['owner_id']), key: String(row['key']) })
  return [key, { requestHash: String(row['request_hash']), outcome: row['outcome'] as Outcome<unknown> }]
}

/** An outcome to store under its key. */
export interface OutcomeRow extends Idempotency {
  readonly outcomeJson: string
  readonly atMs: number
}

export function insertOutcomes(rows: readonly OutcomeRow[]): MaybeStatement {
  return overRows(
    'insert-outcomes',
    rows,
    [
      ({ ownerId }) => ownerId,
      ({ key }) => quote(key),
      ({ requestHash }) => quote(requestHash),
      ({ outcomeJson }) => quoteJson(outcomeJson),
      ({ atMs }) => atMs,
    ],
    `insert into command_outcome (owner_id, key, request_hash, outcome, at_ms)
    select owner_id, key, request_hash, outcome::json, at_ms
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[]) as row (owner_id, key, request_hash, outcome, at_ms)`,
  )
}
