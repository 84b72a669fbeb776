import { NIL as NIL_UUID } from 'uuid'
import { overRows, quote, quoteJson, type MaybeStatement, type Statement } from '../store/statement.ts'
import type { Outcome } from './outcome.ts'
import { outcomeKey, type Idempotency } from './submission.ts'

/** What a key answered, and to which request. */
export interface KnownOutcome {
  readonly requestHash: string
  readonly outcome: Outcome<unknown>
}

/** What is kept in memory of keys that were used. */
export interface KeyLimits {
  /** So many outcomes are kept at least: more than can be looked up, queued and decided at once, so that none slips between. */
  readonly recentMin: number
  /**
   * How many keys the filter is made for, a power of two. With more of them it is less and less precise, and more of what
   * is asked is looked up.
   */
  readonly capacity: number
  /** Keys that are read at once: others have their turn in between. */
  readonly page: number
}

/** A filter of 16 MiB. */
export const KEY_LIMITS: KeyLimits = { recentMin: 25_000, capacity: 1 << 23, page: 2_000 }

/**
 * Outcomes of durable commands that were met lately, by owner and key. They leave all at once, the older half of them:
 * dropped one by one they would cost more than they save.
 */
export class RecentOutcomes {
  readonly #min: number
  #newer = new Map<string, KnownOutcome>()
  #older: ReadonlyMap<string, KnownOutcome> = new Map()

  /** @param min so many are kept at least, and twice as many at most */
  constructor(min: number) {
    this.#min = min
  }

  get(key: string): KnownOutcome | undefined {
    return this.#newer.get(key) ?? this.#older.get(key)
  }

  /** Whether the key's outcome will still be here when as many others have come as are kept at least. */
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
 * Reads what keys have answered before, with one look-up in the index for each. Kept, a plan that was made while the
 * table was empty would go through the whole table for each instead (decision 33).
 */
export function selectOutcomes(keys: readonly Idempotency[]): Statement {
  return {
    name: 'select-outcomes',
    isPlannedAnew: true,
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

/** Reads which keys have an outcome, a page at a time, in the order of the index. */
export function selectUsedKeys(
  after: { readonly ownerId: string; readonly key: string } | undefined,
  count: number,
): Statement {
  return {
    name: 'select-used-keys',
    isPlannedAnew: true,
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

/** A row of `command_outcome`, by its key in memory. */
export function toKnownOutcome(row: Readonly<Record<string, unknown>>): readonly [string, KnownOutcome] {
  const key = outcomeKey({ ownerId: String(row['owner_id']), key: String(row['key']) })
  return [key, { requestHash: String(row['request_hash']), outcome: row['outcome'] as Outcome<unknown> }]
}

/** An outcome to keep under its key. */
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
