import type { Language } from '@clutch/contract'
import { operationKindOf } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import { createCsvRow } from '../../http/csv.ts'
import type { Database } from '../../store/database.ts'
import { DAY_SEC } from '@clutch/contract/formats'
import { readTrades } from './read-sums.ts'
import type { StoredDay } from './reckon-day.ts'
import { isoDay, type Period } from './days.ts'

type Cells = readonly (string | number)[]

interface ReportTable {
  readonly header: Cells
  readonly rowsOf: (db: Kysely<Database>, daySec: number) => Promise<Cells[]>
}

const DAY_FIGURES = [
  'opening',
  'supply',
  'minted',
  'burned',
  'residual',
  'volume',
  'item_count',
  'trades',
  'velocity',
  'price_index',
] as const satisfies readonly (keyof StoredDay)[]
const WEALTH_FIGURES = [
  'players',
  'active_players',
  'active_coins',
  'returning_coins',
  'leaving_coins',
  'gini',
  'top_1',
  'top_10',
] as const satisfies readonly (keyof NonNullable<StoredDay['wealth']>)[]

const TABLES = {
  days: { header: ['day', ...DAY_FIGURES, ...WEALTH_FIGURES], rowsOf: figuresOf },
  flows: { header: ['day', 'kind', 'asset', 'minted', 'burned', 'operations'], rowsOf: flowsOf },
  trades: { header: ['day', 'item_id', 'coins', 'count'], rowsOf: tradesOf },
} as const satisfies Record<string, ReportTable>

/** Raw figures as CSV in a language, oldest first; each day is read after the previous one was sent. Asset 0 is the coin. */
export async function* exportReport(
  db: Kysely<Database>,
  table: keyof typeof TABLES,
  { fromSec, untilSec }: Period,
  language: Language,
): AsyncGenerator<string, void> {
  const csvRow = createCsvRow(language)
  const { header, rowsOf } = TABLES[table]
  yield csvRow(header)
  for (let daySec = fromSec; daySec <= untilSec; daySec += DAY_SEC) {
    const rows = await rowsOf(db, daySec)
    if (rows.length > 0) yield rows.map((row) => csvRow([isoDay(daySec), ...row])).join('')
  }
}

async function figuresOf(db: Kysely<Database>, daySec: number): Promise<Cells[]> {
  const row = await db.selectFrom('economy_day').select('figures').where('day_sec', '=', daySec).executeTakeFirst()
  if (row === undefined) return []
  const { figures } = row
  const cells = [
    ...DAY_FIGURES.map((name) => figures[name] ?? ''),
    ...WEALTH_FIGURES.map((name) => figures.wealth?.[name] ?? ''),
  ]
  return [cells]
}

/** Sums can exceed the range of numbers, so they stay text. */
async function flowsOf(db: Kysely<Database>, daySec: number): Promise<Cells[]> {
  const { rows } = await sql<{ kind: number; asset: number; minted: string; burned: string; operations: number }>`
    select kind, asset, minted::text, burned::text, operations from economy_flow_day
    where day_sec = ${daySec} order by kind, asset`.execute(db)
  return rows.map(({ kind, asset, minted, burned, operations }) => [
    operationKindOf(kind),
    asset,
    minted,
    burned,
    operations,
  ])
}

async function tradesOf(db: Kysely<Database>, daySec: number): Promise<Cells[]> {
  const trades = await readTrades(db, daySec, daySec)
  return (trades.get(daySec) ?? []).map(({ item_id, coins, count }) => [item_id, coins, count])
}
