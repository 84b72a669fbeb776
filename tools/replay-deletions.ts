import { openServerStore } from '../apps/server/src/backup/run-backups.ts'
import { deletionsFile, replayDeletions } from '../apps/server/src/backup/deletions-file.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { createLogger } from '../apps/server/src/logger.ts'

/**
 * `npm run replay-deletions [-- FILE…]`: deletes those players again who are in a restored database although they were
 * deleted after the backup. Run it before the server starts. Without files, reads the one next to the backups.
 */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const given = process.argv.slice(2)
const files = given.length === 0 ? [deletionsFile(read.config.backups.folder)] : given
const store = await openServerStore(read.config, createLogger('warn', process.stderr))
try {
  for (const file of files) console.log(`${file}: ${await replayDeletions(store.slowDb, file)} players erased`)
} finally {
  await store.close()
}
