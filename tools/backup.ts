import { makeBackup } from '../apps/server/src/backup/backups.ts'
import { checkBackup } from '../apps/server/src/backup/restore.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { AREAS } from '../apps/server/src/server-areas.ts'
import { askRunningServer } from '../apps/server/src/start/control-socket.ts'
import { openPglite } from '../apps/server/src/store/pglite-store.ts'

/**
 * `npm run backup`: backs up the database in DATA_DIR, through the running server if there is one. The backup is then
 * restored to a temporary folder and checked; `-- --no-check` skips that.
 */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const { databaseUrl, dataDir, backups } = read.config
if (databaseUrl !== undefined) {
  console.error('DATABASE_URL is set: use PostgreSQL backups instead, see docs/operations.md')
  process.exit(1)
}
const folder = (await askRunningServer(dataDir, 'backup')) ?? (await backUpStoppedWorld())
console.log(`Backed up to ${folder}`)
if (!process.argv.includes('--no-check')) {
  const findings = await checkBackup(folder, AREAS)
  for (const { rule, detail } of findings) console.error(`${rule}: ${detail}`)
  console.log(findings.length === 0 ? 'Integrity check passed.' : 'Integrity check failed.')
  process.exitCode = findings.length === 0 ? 0 : 1
}

async function backUpStoppedWorld(): Promise<string> {
  const store = await openPglite(dataDir, undefined)
  try {
    return await makeBackup(store.embedded, { dataDir, backupDir: backups.folder }, 'manual')
  } finally {
    await store.close()
  }
}
