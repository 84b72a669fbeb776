import { ARCHIVE_USAGE, runArchiveCommand } from '../apps/server/src/archive/archive-command.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { askRunningServer } from '../apps/server/src/start/control-socket.ts'
import { openStore } from '../apps/server/src/store/store.ts'

/** `npm run archive`: moves old months of the history into files, and back. A running server does it itself on PGlite. */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const args = process.argv.slice(2)
const read = readConfig(process.env)
if (!read.ok) throw new Error(read.problems.join('\n'))
const { databaseUrl, dataDir } = read.config
if (args.length === 0) {
  console.error(ARCHIVE_USAGE)
  process.exit(1)
}
try {
  const asked = databaseUrl === undefined ? await askRunningServer(dataDir, 'archive', args) : undefined
  console.log(asked ?? (await runHere()))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function runHere(): Promise<string> {
  const store = await openStore({ databaseUrl, dataDir })
  try {
    return await runArchiveCommand(store.slowDb, dataDir, args)
  } finally {
    await store.close()
  }
}
