import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import type { DescribedMigration } from './migration.ts'
import * as baseline from './migrations/0001-baseline.ts'
import * as tradesByItem from './migrations/0002-trades-by-item.ts'
import * as serverKeys from './migrations/0003-server-keys.ts'
import * as webhooks from './migrations/0004-webhooks.ts'
import * as dataRequests from './migrations/0005-data-requests.ts'
import * as worldAddress from './migrations/0006-world-address.ts'
import * as contentPictures from './migrations/0007-content-pictures.ts'

/** All migrations, in order. Released migrations never change: append new ones. */
const MIGRATIONS: Readonly<Record<string, DescribedMigration>> = {
  '0001-baseline': { up: baseline.up, description: 'Creates the schema of an empty database', isOnline: false },
  '0002-trades-by-item': tradesByItem,
  '0003-server-keys': serverKeys,
  '0004-webhooks': webhooks,
  '0005-data-requests': dataRequests,
  '0006-world-address': worldAddress,
  '0007-content-pictures': contentPictures,
}

/** The last migration, which names the schema. */
export const SCHEMA: string = Object.keys(MIGRATIONS).at(-1) ?? ''

/** A migration of the versions before 1.0, whose databases are not supported. */
const BEFORE_BASELINE = '0001-economy'

/** Whether a non-empty database needs migrations. */
export async function isOutdated(db: Kysely<Database>): Promise<boolean> {
  const steps = await migratorOf(db).getMigrations()
  const done = steps.filter(({ executedAt }) => executedAt !== undefined)
  return done.length > 0 && done.length < steps.length
}

/**
 * @param applied names of the migrations applied to a database
 * @throws when it belongs to a newer version, or to one before 1.0
 */
export function refuseOtherVersions(applied: readonly string[]): void {
  if (applied.includes(BEFORE_BASELINE)) {
    throw new Error(
      'This database was created by a version of Clutch before 1.0, which cannot be upgraded. Start with an empty DATA_DIR or database.',
    )
  }
  if (applied.some((name) => !(name in MIGRATIONS))) {
    throw new Error(
      'A newer version of Clutch has changed this database. Start that version, or restore the backup from before the upgrade (npm run restore).',
    )
  }
}

/**
 * Applies pending migrations.
 * @throws the error of a failing migration, after which earlier ones stay applied; or when the database belongs to another
 *   version
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  refuseOtherVersions(await readApplied(db))
  const { error } = await migratorOf(db).migrateToLatest()
  if (error !== undefined) throw new Error('Migrating the database failed', { cause: error })
}

/**
 * All migrations of this version, in order, and whether a database has them. Changes nothing.
 * @throws when the database belongs to another version
 */
export async function listMigrations(
  db: Kysely<Database>,
): Promise<{ name: string; migration: DescribedMigration; isApplied: boolean }[]> {
  const applied = await readApplied(db)
  refuseOtherVersions(applied)
  return Object.entries(MIGRATIONS).map(([name, migration]) => ({
    name,
    migration,
    isApplied: applied.includes(name),
  }))
}

/** Names of the migrations applied to a database; none for an empty one. */
async function readApplied(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows: found } = await sql<{
    name: string | null
  }>`select to_regclass('kysely_migration')::text as name`.execute(db)
  if (found[0]?.name == null) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

function migratorOf(db: Kysely<Database>): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) } })
}
