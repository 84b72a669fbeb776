import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../../../../tools/short-lived.ts'

const MAIN = fileURLToPath(new URL('../../../platform-sim/src/main.ts', import.meta.url))

export interface SimulatedPlatform {
  readonly url: string
  close(): Promise<void>
}

/** Starts the simulated platform as it is shipped: a process of its own that is reached by HTTP only. */
export async function startSimulatedPlatform(): Promise<SimulatedPlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-platform-'))
  const child = spawn(process.execPath, [MAIN], {
    env: { ...compileCache(), PLATFORM_SIM_PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const url = await readUrl(createInterface(child.stdout))
  return {
    url,
    async close() {
      child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function readUrl(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url !== undefined) return url
  }
  throw new Error('The simulated platform ended before it was ready')
}
