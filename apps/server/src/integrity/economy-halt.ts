import { sql, type Kysely, type Transaction } from 'kysely'
import type { IntegrityFinding } from './integrity-check.ts'
import type { Database } from '../store/database.ts'
import { logEvent } from '../store/logged-events.ts'

declare module '../store/database.ts' {
  interface Database {
    asset_total: AssetTotalTable
    economy_halt: EconomyHaltTable
  }
}

/** Sum of all balances of an asset; 0 unless a balance was changed without the ledger. Maintained by triggers. */
export interface AssetTotalTable {
  asset: number
  total: string
}

/** One row while the economy is halted, otherwise none. */
export interface EconomyHaltTable {
  id: number
  since_ms: number
  findings: unknown
}

/** A halt of the economy and its reasons. */
export interface EconomyHalt {
  readonly sinceMs: number
  readonly findings: readonly IntegrityFinding[]
}

interface StateRow {
  readonly since_ms: number | null
  readonly findings: readonly IntegrityFinding[] | null
  readonly totals: readonly { readonly asset: number; readonly total: number }[] | null
}

/** Reads, in one query that is cheap enough to run every second, whether the economy is halted and which totals are not zero. */
export async function readEconomyState(
  db: Kysely<Database>,
): Promise<{ halt: EconomyHalt | undefined; imbalances: IntegrityFinding[] }> {
  const { rows } = await sql<StateRow>`select
    (select since_ms from economy_halt) as since_ms,
    (select findings from economy_halt) as findings,
    (select json_agg(asset_total order by asset) from asset_total where total <> 0) as totals`.execute(db)
  const [row] = rows
  const sinceMs = row?.since_ms ?? undefined
  return {
    halt: sinceMs === undefined ? undefined : { sinceMs, findings: row?.findings ?? [] },
    imbalances: (row?.totals ?? []).map(({ asset, total }) => ({
      rule: 'conservation',
      detail: `asset ${asset} sums to ${total}`,
    })),
  }
}

/** Halts the economy on all servers and across restarts, until `deleteHalt`. */
export async function storeHalt(db: Kysely<Database>, { sinceMs, findings }: EconomyHalt): Promise<void> {
  const json = JSON.stringify(findings)
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is_new: boolean }>`
      insert into economy_halt (id, since_ms, findings) values (1, ${sinceMs}, ${json}::json)
      on conflict (id) do update set findings = excluded.findings returning xmax = 0 as is_new`.execute(transaction)
    if (rows[0]?.is_new !== true) return
    const rules = [...new Set(findings.map(({ rule }) => rule))]
    await logEvent(transaction, { type: 'economy.halted', atMs: sinceMs, data: { rules } })
  })
}

/** Ends the stored halt, if there is one. */
export async function deleteHalt(transaction: Transaction<Database>): Promise<void> {
  const { numDeletedRows } = await transaction.deleteFrom('economy_halt').executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await logEvent(transaction, { type: 'economy.resumed', atMs: Date.now(), data: {} })
}
