import { dirname, resolve } from 'node:path'
import { deletionsFile } from '../apps/server/src/backup/deletions-file.ts'
import { restoreBackup } from '../apps/server/src/backup/restore.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { AREAS } from '../apps/server/src/server-areas.ts'

/** `npm run restore -- FOLDER`: restores a backup into DATA_DIR and checks it. An existing database is moved aside. */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const [backup] = process.argv.slice(2)
if (backup === undefined) {
  console.error('Usage: npm run restore -- data/backups/2026-11-22T03-00-00-000Z-scheduled')
  process.exit(1)
}
const { dataDir, backups } = read.config
const deletions = new Set([backups.folder, dirname(resolve(backup))].map(deletionsFile))
const { formerDatabase, erased, findings } = await restoreBackup(resolve(backup), dataDir, AREAS, [...deletions])
console.log(`Restored into ${dataDir}`)
if (formerDatabase !== undefined) console.log(`The previous database was moved to ${formerDatabase}`)
if (erased > 0) console.log(`Erased ${erased} players who were deleted after the backup.`)
for (const { rule, detail } of findings) console.error(`${rule}: ${detail}`)
console.log(findings.length === 0 ? 'Integrity check passed.' : 'Integrity check failed.')
process.exitCode = findings.length === 0 ? 0 : 1
