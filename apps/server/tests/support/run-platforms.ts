import { parentPort } from 'node:worker_threads'
import type { PlatformSim } from '../../../platform-sim/src/start.ts'
import { startPlatform } from './start-platform.ts'

/* Runs in a thread: starts and stops simulated platforms on request, as their program does. */

/** A numbered request: to start a platform with this environment, or to stop the one with this number. */
export type PlatformRequest =
  | { readonly id: number; readonly environment: Readonly<Record<string, string>> }
  | { readonly id: number; readonly endOf: number }

export interface PlatformAnswer {
  readonly id: number
  /** Address of the platform, also after its end. */
  readonly url: string
  readonly problem?: string
}

const running = new Map<number, PlatformSim>()

async function start(id: number, environment: Readonly<Record<string, string>>): Promise<string> {
  const platform = await startPlatform(environment)
  running.set(id, platform)
  return platform.url
}

async function end(id: number): Promise<string> {
  const platform = running.get(id)
  running.delete(id)
  await platform?.close()
  return platform?.url ?? ''
}

function answer(said: PlatformAnswer): void {
  parentPort?.postMessage(said)
}

parentPort?.on('message', (request: PlatformRequest) => {
  const { id } = request
  const done = 'endOf' in request ? end(request.endOf) : start(id, request.environment)
  done.then(
    (url) => answer({ id, url }),
    (error: unknown) => answer({ id, url: '', problem: String(error) }),
  )
})
