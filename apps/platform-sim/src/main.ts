import { join } from 'node:path'
import { readSettings } from './settings.ts'
import { startPlatformSim } from './start.ts'

/** Wallets and whatever else this process makes are for its own user. */
const OWN_FILES_ONLY = 0o077
process.umask(OWN_FILES_ONLY)

const read = readSettings(process.env)
if (read.ok) {
  const { settings } = read
  const sim = await startPlatformSim({
    ...settings,
    ...(settings.dataDir === undefined ? {} : { dataDir: join(settings.dataDir, 'platform-sim') }),
  })
  process.stdout.write(`Simulated store platform at ${sim.url}\n`)
  // `disconnect`: the program that started this one is gone.
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(end, () => void sim.close())
} else {
  process.stderr.write(`The simulated platform cannot start.\n${read.problems.join('\n')}\n`)
  process.exitCode = 1
}
