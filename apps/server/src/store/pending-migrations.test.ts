import { describe, expect, it } from 'vitest'
import { formatMigrations, type MigrationStatus } from './pending-migrations.ts'

const applied: MigrationStatus = {
  name: '0001-first',
  description: 'Creates everything',
  isOnline: false,
  isApplied: true,
  tables: [],
  durationMs: 0,
}
const pending: MigrationStatus = {
  name: '0002-second',
  description: 'Indexes trades',
  isOnline: false,
  isApplied: false,
  tables: [{ table: 'operation', work: 'indexed', times: 2, rows: 90_000_000 }],
  durationMs: 600_000,
}

describe('the list of migrations', () => {
  it('names tables, rows and a rough duration of what is pending', () => {
    expect(formatMigrations([applied, pending], true)).toBe(
      '0002-second  Indexes trades. Not online: takes about 10 min.\n  operation: 90,000,000 rows, indexed',
    )
  })

  it('says which migrations players would not notice, and which are applied', () => {
    const online = { ...pending, isOnline: true, tables: [], durationMs: 0 }
    expect(formatMigrations([applied, online], false)).toBe(
      '0001-first  Creates everything. Applied.\n0002-second  Indexes trades. Online: players would not notice it.',
    )
  })

  it('says that an upgrade changes nothing', () => {
    expect(formatMigrations([applied], true)).toBe('No pending migrations: this version does not change the database.')
  })
})
