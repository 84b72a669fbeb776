import { readSettings } from './settings.ts'
import { startPlatformSim } from './start.ts'

/** Files of this process are readable only by its user. */
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
    // The listener on the parent's channel keeps the process alive, so it has to exit explicitly.
    setTimeout(() => process.exit(1), END_TIMEOUT_MS)
    void sim.close().finally(() => process.exit(0))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // The parent process has ended.
  process.on('disconnect', end)
} else {
  process.stderr.write(`The simulated platform cannot start.\n${read.problems.join('\n')}\n`)
  process.exitCode = 1
}
