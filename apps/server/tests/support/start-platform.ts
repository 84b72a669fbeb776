import { readSettings } from '../../../platform-sim/src/settings.ts'
import { startPlatformSim, type PlatformSim } from '../../../platform-sim/src/start.ts'

/** Starts the simulated platform as its program does. @throws when it cannot start with this environment */
export async function startPlatform(environment: Readonly<Record<string, string>>): Promise<PlatformSim> {
  const read = readSettings(environment)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return startPlatformSim(read.settings)
}
