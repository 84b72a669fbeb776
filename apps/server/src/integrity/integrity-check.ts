import { WORLD } from '@clutch/economy'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../store/database.ts'

/** A violated invariant, found in the tables. */
export interface IntegrityFinding {
  readonly rule: string
  readonly detail: string
}

/** An invariant of an area. Its query returns one row with a `detail` per violation. */
export interface IntegrityCheck {
  readonly rule: string
  readonly query: RawBuilder<unknown>
}

/** An invariant of each player's history. Histories are long, so it is checked for a range of players at a time. */
export interface PlayerCheck {
  readonly rule: string
  /** @param isInRange the condition on `user_id` that selects the players */
  readonly queryOf: (isInRange: RawBuilder<boolean>) => RawBuilder<unknown>
}

/** Holds of one kind, as rows of `user_id`, `asset` and `amount`; rows of one owner are added up. */
export type HoldSource = RawBuilder<unknown>

/** What the integrity check needs from an area. */
export interface CheckedArea {
  readonly checks?: readonly IntegrityCheck[]
  readonly playerChecks?: readonly PlayerCheck[]
  readonly holds?: Readonly<Record<string, HoldSource>>
  /** Stores, or replaces, the sums of a month that the area's checks need when its operations are archived. */
  readonly sumArchived?: (month: ArchivedMonth) => RawBuilder<unknown>
}

/** A month that is about to be archived. */
export interface ArchivedMonth {
  readonly name: string
  /** Its operations, as a table. */
  readonly operations: RawBuilder<unknown>
}

/**
 * Checks the stored economy: all accounts of an asset sum to zero, held balances equal the sum of their holds, balances
 * equal the sum of their operations (rules §1), and the areas' own invariants. Empty without violations.
 */
export async function checkIntegrity(db: Kysely<Database>, areas: readonly CheckedArea[]): Promise<IntegrityFinding[]> {
  const checks = [...wholeChecks(areas), ...rangeChecks(areas, sql<boolean>`true`)]
  const findings = await Promise.all(checks.map((check) => check(db)))
  return findings.flat()
}

/** A part of the check: one statement, so it sees one snapshot. */
export type CheckStep = (db: Kysely<Database>) => Promise<IntegrityFinding[]>

/** Operations per step; takes some 10 ms in the embedded database. One player's operations are never split. */
const STEP_OPERATIONS = 20_000

/** The check in short steps, so that a server can serve requests in between. Together they cover every player once. */
export async function* integrityCheckSteps(
  db: Kysely<Database>,
  areas: readonly CheckedArea[],
  stepOperations = STEP_OPERATIONS,
): AsyncGenerator<CheckStep> {
  yield* wholeChecks(areas)
  // The world's id sorts before every player's.
  let after: string | undefined = WORLD
  while (after !== undefined) {
    const last = await lastOfStep(db, after, stepOperations)
    const isUpToLast = last === undefined ? sql`` : sql`and user_id <= ${last}`
    yield* rangeChecks(areas, sql<boolean>`(user_id > ${after} ${isUpToLast})`)
    after = last
  }
}

/** The last of the players after `after` who together have about `operations` operations; undefined when fewer remain. */
async function lastOfStep(db: Kysely<Database>, after: string, operations: number): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`select user_id from operation where user_id > ${after}
    order by user_id, operation_id offset ${operations} limit 1`.execute(db)
  return rows[0]?.user_id
}

function wholeChecks(areas: readonly CheckedArea[]): CheckStep[] {
  return [CONSERVATION, checkHolds(areas), ...areas.flatMap(({ checks = [] }) => checks)].map(toStep)
}

function rangeChecks(areas: readonly CheckedArea[], isInRange: RawBuilder<boolean>): CheckStep[] {
  const checks = [LEDGER, ...areas.flatMap((area) => area.playerChecks ?? [])]
  return checks.map(({ rule, queryOf }) => toStep({ rule, query: queryOf(isInRange) }))
}

function toStep({ rule, query }: IntegrityCheck): CheckStep {
  return async (db) => {
    const { rows } = await query.execute(db)
    return rows.map((row) => ({ rule, detail: String((row as { detail: unknown }).detail) }))
  }
}

/** The holds of all areas as one query, each row with its kind. */
export function allHolds(areas: readonly CheckedArea[]): RawBuilder<unknown> {
  const sources = areas.flatMap(({ holds = {} }) => Object.entries(holds))
  const selects = sources.map(
    ([kind, source]) => sql`select ${kind}::text as owner_kind, user_id, asset, amount from (${source}) as source`,
  )
  return sql.join(selects, sql` union all `)
}

const CONSERVATION: IntegrityCheck = {
  rule: 'conservation',
  query: sql`select format('asset %s sums to %s', asset, sum(free + held)) as detail
    from balance group by asset having sum(free + held) <> 0`,
}

/** Sums of a month count once it is archived. */
export const IS_ARCHIVED = sql<boolean>`name in (select name from history_archive)`

/** Stores the sums of a month that the comparison of balances and operations needs. */
export function sumArchivedChanges({ name, operations }: ArchivedMonth): RawBuilder<unknown> {
  return sql`insert into archived_change (name, user_id, asset, change)
    select ${name}, user_id, asset, sum(change) from (
      select user_id, 0 as asset, coin_change as change from ${operations} where coin_change is not null
      union all select user_id, item_id, item_change from ${operations} where item_change is not null
      union all select user_id, (line->>0)::integer, (line->>1)::bigint
        from ${operations} cross join lateral json_array_elements(more) as line where more is not null
    ) as line group by user_id, asset
    on conflict (user_id, name, asset) do update set change = excluded.change`
}

/** Balances equal the sum of their operations. */
const LEDGER: PlayerCheck = {
  rule: 'ledger',
  queryOf: (isInRange) => sql`with line as (
      select user_id, 0 as asset, coin_change as change from operation where coin_change is not null and ${isInRange}
      union all select user_id, item_id, item_change from operation where item_change is not null and ${isInRange}
      union all select user_id, item_id, item_change from operation_item where ${isInRange}
      union all select user_id, asset, change from archived_change where ${isInRange} and ${IS_ARCHIVED}
    ), total as (
      select user_id, asset, sum(change) as changes from line group by user_id, asset
    ), account as (
      select user_id, asset, free from balance where ${isInRange}
    )
    select format('%s has %s of asset %s, its operations sum to %s', coalesce(b.user_id, t.user_id),
      coalesce(b.free, 0), coalesce(b.asset, t.asset), coalesce(t.changes, 0)) as detail
    from account b full join total t on t.user_id = b.user_id and t.asset = b.asset
    where coalesce(b.user_id, t.user_id) <> ${WORLD} and coalesce(b.free, 0) <> coalesce(t.changes, 0)`,
}

function checkHolds(areas: readonly CheckedArea[]): IntegrityCheck {
  return {
    rule: 'hold',
    query: sql`with expected as (
        select user_id, asset, sum(amount) as amount from (${allHolds(areas)}) as holds group by user_id, asset
      )
      select format('%s holds %s of asset %s, the sum of its holds is %s', coalesce(b.user_id, p.user_id), coalesce(b.held, 0),
        coalesce(b.asset, p.asset), coalesce(p.amount, 0)) as detail
      from balance b full join expected p on p.user_id = b.user_id and p.asset = b.asset
      where coalesce(b.held, 0) <> coalesce(p.amount, 0)`,
  }
}
