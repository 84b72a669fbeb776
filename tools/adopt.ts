import { openServerStore } from '../apps/server/src/backup/run-backups.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { askRunningServer } from '../apps/server/src/start/control-socket.ts'
import { adoptWorld } from '../apps/server/src/store/copy-watch.ts'

/**
 * `npm run adopt`: says that the copied database is meant to act at PUBLIC_URL from now on. With the embedded database,
 * the running server does it if there is one, for its own address.
 */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const { config } = read
const done = config.databaseUrl === undefined ? await askRunningServer(config.dataDir, 'adopt') : undefined
console.log(done ?? (await adoptInStore()))

async function adoptInStore(): Promise<string> {
  const store = await openServerStore(config, createLogger('warn', process.stderr))
  try {
    return await adoptWorld(store.db, config)
  } finally {
    await store.close()
  }
}
