import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../apps/server/src/config.ts'
import { formatMigrations, readMigrations } from '../apps/server/src/store/pending-migrations.ts'
import { openUnmigrated } from '../apps/server/src/store/store.ts'

/**
 * `npm run migrations`: lists the migrations of this version, and which of them the database has; with `-- --pending`, only
 * what an upgrade to this version would change. Changes nothing. The server of an embedded database must be stopped.
 */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const { databaseUrl, dataDir } = read.config
if (databaseUrl === undefined && !existsSync(join(dataDir, 'db'))) {
  console.log(`There is no database in ${dataDir}: the first start creates it.`)
} else {
  await list()
}

async function list(): Promise<void> {
  const store = await openUnmigrated({ databaseUrl, dataDir })
  try {
    console.log(formatMigrations(await readMigrations(store.slowDb), process.argv.includes('--pending')))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  } finally {
    await store.close()
  }
}
