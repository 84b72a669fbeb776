import { openServerStore } from '../apps/server/src/backup/run-backups.ts'
import { readConfig, type Config } from '../apps/server/src/config.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { askRunningServer, type ControlCommands } from '../apps/server/src/start/control-socket.ts'
import type { Store } from '../apps/server/src/store/store.ts'

const OWN_FILES_ONLY = 0o077

/**
 * Carries out a command on the world of the settings and prints the result, or why it failed. With the embedded database,
 * the running server does it if there is one.
 * @param run does it in this process
 */
export async function runWorldCommand(
  command: keyof ControlCommands,
  args: readonly string[],
  run: (store: Store, config: Config) => Promise<string>,
): Promise<void> {
  process.umask(OWN_FILES_ONLY)
  const read = readConfig(process.env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { config } = read
  const runHere = async (): Promise<string> => {
    const store = await openServerStore(config, createLogger('warn', process.stderr))
    try {
      return await run(store, config)
    } finally {
      await store.close()
    }
  }
  try {
    const done = config.databaseUrl === undefined ? await askRunningServer(config.dataDir, command, args) : undefined
    console.log(done ?? (await runHere()))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
