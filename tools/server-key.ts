import { runKeyCommand } from '../apps/server/src/areas/server-keys/key-command.ts'
import { openServerStore } from '../apps/server/src/backup/run-backups.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { askRunningServer } from '../apps/server/src/start/control-socket.ts'

/**
 * `npm run server-key -- create|list|revoke`: manages keys of the game's servers on the machine itself. With the embedded
 * database, the running server does it if there is one.
 */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const { config } = read
const args = process.argv.slice(2)
try {
  const done = config.databaseUrl === undefined ? await askRunningServer(config.dataDir, 'server-key', args) : undefined
  console.log(done ?? (await runInStore()))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function runInStore(): Promise<string> {
  const store = await openServerStore(config, createLogger('warn', process.stderr))
  try {
    return await runKeyCommand(store.db, args)
  } finally {
    await store.close()
  }
}
