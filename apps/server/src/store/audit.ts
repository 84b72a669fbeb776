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

/** What a kind of owner holds, as rows of `user_id`, `asset` and `amount`; several rows of one owner add up. */
export type HoldSource = RawBuilder<unknown>

/** What the audit needs of an area. */
export interface AuditedArea {
  readonly audit?: readonly AuditCheck[]
  readonly holds?: Readonly<Record<string, HoldSource>>
}

/**
 * Checks what is stored: per asset all accounts sum to zero, every hold equals what its owners say, the operations of a
 * balance sum to it (rules §1), and what each area promises besides. Empty when all is well.
 */
export async function auditStore(db: Kysely<Database>, areas: readonly AuditedArea[]): Promise<AuditFinding[]> {
  const findings = await Promise.all(auditPieces(areas, 1).map((piece) => piece(db)))
  return findings.flat()
}

/** A part of the audit: one statement, which sees one moment. */
export type AuditPiece = (db: Kysely<Database>) => Promise<AuditFinding[]>

/**
 * The audit in pieces, for a server that has others to serve: none takes longer than its share of the ledger.
 * @param ledgerParts the operations are summed for so many parts of the players, one after another
 */
export function auditPieces(areas: readonly AuditedArea[], ledgerParts = LEDGER_PARTS): AuditPiece[] {
  const ledger = Array.from({ length: ledgerParts }, (_, part) => checkLedger(part, ledgerParts))
  const checks = [CONSERVATION, ...ledger, checkHolds(areas), ...areas.flatMap(({ audit = [] }) => audit)]
  return checks.map(({ rule, query }) => async (db) => {
    const { rows } = await query.execute(db)
    return rows.map((row) => ({ rule, detail: String((row as { detail: unknown }).detail) }))
  })
}

const LEDGER_PARTS = 16

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

/** The operations of a balance sum to it, for the players of one part: version 7 uuids end in chance. */
function checkLedger(part: number, parts: number): AuditCheck {
  const isOfPart = sql`mod(('x' || right(user_id::text, 4))::bit(16)::integer, ${parts}::integer) = ${part}::integer`
  return {
    rule: 'ledger',
    query: sql`with line as (
        select user_id, 0 as asset, coin_change as change from operation where coin_change is not null and ${isOfPart}
        union all select user_id, item_id, item_change from operation where item_change is not null and ${isOfPart}
        union all select user_id, item_id, item_change from operation_item where ${isOfPart}
      ), total as (
        select user_id, asset, sum(change) as changes from line group by user_id, asset
      ), account as (
        select user_id, asset, free from balance where ${isOfPart}
      )
      select format('%s has %s of asset %s, its operations sum to %s', coalesce(b.user_id, t.user_id),
        coalesce(b.free, 0), coalesce(b.asset, t.asset), coalesce(t.changes, 0)) as detail
      from account b full join total t on t.user_id = b.user_id and t.asset = b.asset
      where coalesce(b.user_id, t.user_id) <> '00000000-0000-0000-0000-000000000000'
        and coalesce(b.free, 0) <> coalesce(t.changes, 0)`,
  }
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
