import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../../../platform-sim/src/settings.ts'
import { startPlatformSim } from '../../../platform-sim/src/start.ts'

export interface SimulatedPlatform {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts the simulated platform, reached by HTTP only, as its program does, but in this process: one of its own for each
 * test would mostly be busy with starting.
 */
export async function startSimulatedPlatform(): Promise<SimulatedPlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-platform-'))
  const read = readSettings({ PLATFORM_SIM_PORT: '0', DATA_DIR: folder })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const platform = await startPlatformSim(read.settings)
  return {
    url: platform.url,
    async close() {
      await platform.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
