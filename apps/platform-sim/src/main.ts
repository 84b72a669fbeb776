import { readSettings } from './settings.ts'
import { startPlatformSim } from './start.ts'

/** Wallets and whatever else this process makes are for its own user. */
const OWN_FILES_ONLY = 0o077
const END_TIMEOUT_MS = 2_000
process.umask(OWN_FILES_ONLY)

const read = readSettings(process.env)
if (read.ok) {
  const sim = await startPlatformSim(read.settings)
  process.stdout.write(`Simulated store platform at ${sim.url}\n`)
  let isEnding = false
  const end = (): void => {
    if (isEnding) return
    isEnding = true
    // Listening for the end of the channel to its parent keeps a process alive: it has to end by itself.
    setTimeout(() => process.exit(1), END_TIMEOUT_MS)
    void sim.close().finally(() => process.exit(0))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // The program that started this one is gone.
  process.on('disconnect', end)
} else {
  process.stderr.write(`The simulated platform cannot start.\n${read.problems.join('\n')}\n`)
  process.exitCode = 1
}
