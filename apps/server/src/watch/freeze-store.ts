import { sql, type Kysely } from 'kysely'
import type { AuditFinding } from '../store/audit.ts'
import type { Database } from '../store/database.ts'
import './tables.ts'

/** A stop of the economy, and why. */
export interface Freeze {
  readonly sinceMs: number
  readonly findings: readonly AuditFinding[]
}

interface WatchRow {
  readonly since_ms: number | null
  readonly findings: readonly AuditFinding[] | null
  readonly totals: readonly { readonly asset: number; readonly total: number }[] | null
}

/** What is looked at every second, in one short question: whether the economy is frozen, and which sums are not zero. */
export async function readWatch(
  db: Kysely<Database>,
): Promise<{ freeze: Freeze | undefined; imbalances: AuditFinding[] }> {
  const { rows } = await sql<WatchRow>`select
    (select since_ms from economy_freeze) as since_ms,
    (select findings from economy_freeze) as findings,
    (select json_agg(asset_total order by asset) from asset_total where total <> 0) as totals`.execute(db)
  const [row] = rows
  const sinceMs = row?.since_ms ?? undefined
  return {
    freeze: sinceMs === undefined ? undefined : { sinceMs, findings: row?.findings ?? [] },
    imbalances: (row?.totals ?? []).map(({ asset, total }) => ({
      rule: 'conservation',
      detail: `asset ${asset} sums to ${total}`,
    })),
  }
}

/** Freezes for every server of the database and every start, until it is lifted. */
export async function storeFreeze(db: Kysely<Database>, { sinceMs, findings }: Freeze): Promise<void> {
  const json = JSON.stringify(findings)
  await db
    .insertInto('economy_freeze')
    .values({ id: 1, since_ms: sinceMs, findings: json })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ findings: json }))
    .execute()
}

export async function liftFreeze(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('economy_freeze').execute()
}
