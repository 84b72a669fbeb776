import { WORLD } from '@clutch/economy'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'

/** A broken promise of the economy, found in the tables. */
export interface AuditFinding {
  readonly rule: string
  readonly detail: string
}

/** A promise of an area: its query answers a `detail` for each time that it is broken. */
export interface AuditCheck {
  readonly rule: string
  readonly query: RawBuilder<unknown>
}

/** A promise to each player by itself. Their histories are long: it is checked for some players at a time. */
export interface PlayerCheck {
  readonly rule: string
  /** @param isOfSome the condition on `user_id` that picks the players */
  readonly queryOf: (isOfSome: RawBuilder<boolean>) => RawBuilder<unknown>
}

/** What a kind of owner holds, as rows of `user_id`, `asset` and `amount`; several rows of one owner add up. */
export type HoldSource = RawBuilder<unknown>

/** What the audit needs of an area. */
export interface AuditedArea {
  readonly audit?: readonly AuditCheck[]
  readonly auditPlayers?: readonly PlayerCheck[]
  readonly holds?: Readonly<Record<string, HoldSource>>
}

/**
 * Checks what is stored: per asset all accounts sum to zero, every hold equals what its owners say, the operations of a
 * balance sum to it (rules §1), and what each area promises besides. Empty when all is well.
 */
export async function auditStore(db: Kysely<Database>, areas: readonly AuditedArea[]): Promise<AuditFinding[]> {
  const checks = [...wholeChecks(areas), ...playerChecks(areas, sql<boolean>`true`)]
  const findings = await Promise.all(checks.map((check) => check(db)))
  return findings.flat()
}

/** A part of the audit: one statement, which sees one moment. */
export type AuditPiece = (db: Kysely<Database>) => Promise<AuditFinding[]>

/** Operations of the players of one piece: some hundredths of a second in the embedded database. One player's stay together. */
const PIECE_OPERATIONS = 20_000

/**
 * The audit in pieces, for a server that has others to serve: each looks at the histories of a few players alone, and
 * all of them together at each player's once.
 */
export async function* auditPieces(
  db: Kysely<Database>,
  areas: readonly AuditedArea[],
  pieceOperations = PIECE_OPERATIONS,
): AsyncGenerator<AuditPiece> {
  yield* wholeChecks(areas)
  // Its id comes before every player's.
  let after: string | undefined = WORLD
  while (after !== undefined) {
    const last = await lastOfPiece(db, after, pieceOperations)
    const isUpToLast = last === undefined ? sql`` : sql`and user_id <= ${last}`
    yield* playerChecks(areas, sql<boolean>`(user_id > ${after} ${isUpToLast})`)
    after = last
  }
}

/** The last player of those after one who have about so many operations together; undefined for all that are left. */
async function lastOfPiece(db: Kysely<Database>, after: string, operations: number): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`select user_id from operation where user_id > ${after}
    order by user_id, operation_id offset ${operations} limit 1`.execute(db)
  return rows[0]?.user_id
}

function wholeChecks(areas: readonly AuditedArea[]): AuditPiece[] {
  return [CONSERVATION, checkHolds(areas), ...areas.flatMap(({ audit = [] }) => audit)].map(toPiece)
}

function playerChecks(areas: readonly AuditedArea[], isOfSome: RawBuilder<boolean>): AuditPiece[] {
  const checks = [LEDGER, ...areas.flatMap(({ auditPlayers = [] }) => auditPlayers)]
  return checks.map(({ rule, queryOf }) => toPiece({ rule, query: queryOf(isOfSome) }))
}

function toPiece({ rule, query }: AuditCheck): AuditPiece {
  return async (db) => {
    const { rows } = await query.execute(db)
    return rows.map((row) => ({ rule, detail: String((row as { detail: unknown }).detail) }))
  }
}

/** The holds of all areas as one query, each row with its kind of owner. */
export function allHolds(areas: readonly AuditedArea[]): RawBuilder<unknown> {
  const sources = areas.flatMap(({ holds = {} }) => Object.entries(holds))
  const selects = sources.map(
    ([kind, source]) => sql`select ${kind}::text as owner_kind, user_id, asset, amount from (${source}) as source`,
  )
  return sql.join(selects, sql` union all `)
}

const CONSERVATION: AuditCheck = {
  rule: 'conservation',
  query: sql`select format('asset %s sums to %s', asset, sum(free + held)) as detail
    from balance group by asset having sum(free + held) <> 0`,
}

/** The operations of a balance sum to it. */
const LEDGER: PlayerCheck = {
  rule: 'ledger',
  queryOf: (isOfSome) => sql`with line as (
      select user_id, 0 as asset, coin_change as change from operation where coin_change is not null and ${isOfSome}
      union all select user_id, item_id, item_change from operation where item_change is not null and ${isOfSome}
      union all select user_id, item_id, item_change from operation_item where ${isOfSome}
    ), total as (
      select user_id, asset, sum(change) as changes from line group by user_id, asset
    ), account as (
      select user_id, asset, free from balance where ${isOfSome}
    )
    select format('%s has %s of asset %s, its operations sum to %s', coalesce(b.user_id, t.user_id),
      coalesce(b.free, 0), coalesce(b.asset, t.asset), coalesce(t.changes, 0)) as detail
    from account b full join total t on t.user_id = b.user_id and t.asset = b.asset
    where coalesce(b.user_id, t.user_id) <> ${WORLD} and coalesce(b.free, 0) <> coalesce(t.changes, 0)`,
}

function checkHolds(areas: readonly AuditedArea[]): AuditCheck {
  return {
    rule: 'hold',
    query: sql`with promised as (
        select user_id, asset, sum(amount) as amount from (${allHolds(areas)}) as holds group by user_id, asset
      )
      select format('%s holds %s of asset %s, its owners say %s', coalesce(b.user_id, p.user_id), coalesce(b.held, 0),
        coalesce(b.asset, p.asset), coalesce(p.amount, 0)) as detail
      from balance b full join promised p on p.user_id = b.user_id and p.asset = b.asset
      where coalesce(b.held, 0) <> coalesce(p.amount, 0)`,
  }
}
