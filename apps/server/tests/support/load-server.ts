import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const LOAD_SERVER = fileURLToPath(new URL('../../../../tools/load-server.ts', import.meta.url))

/** A server in a separate process, without rate limits, and players signed in at it. */
export interface LoadServer {
  /** The started process: the server's, or that of the program it runs under. */
  readonly child: ChildProcess
  readonly url: string
  readonly tokens: readonly string[]
}

interface StartLoadOptions {
  readonly under?: readonly string[]
  readonly program?: string
  readonly onStart?: (child: ChildProcess) => void
}

/** The first of the players; the others follow one by one. */
const FIRST_STEAM_ID = 76_561_190_000_200_000n

export function steamIdOf(index: number): string {
  return String(FIRST_STEAM_ID + BigInt(index))
}

/** Players who write. */
export const CHATTERS = 4

/** Environment of a server whose chatters may write as fast as they can: moderators are exempt from slow mode. */
export const CHATTERS_ARE_ADMINS = {
  ADMIN_STEAM_IDS: Array.from({ length: CHATTERS }, (_, index) => steamIdOf(index)).join(','),
}

/** Every started process: one left behind by a failed expectation would keep the run from ending. */
const children = new Set<ChildProcess>()

/**
 * Starts `tools/load-server.ts` and waits until it serves.
 * @param under a program and its arguments to start it under, such as `strace`
 * @param program the same program of another version
 */
export async function startLoadServer(
  environment: Readonly<Record<string, string>>,
  { under = [], onStart, program: started = LOAD_SERVER }: StartLoadOptions = {},
): Promise<LoadServer> {
  const [program, ...args] = [...under, process.execPath, started]
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  onStart?.(child)
  for await (const line of createInterface(child.stdout)) {
    // The log goes to the same stream: only the line that names the address counts.
    const said = JSON.parse(line) as Partial<LoadServer>
    if (said.url !== undefined && said.tokens !== undefined) return { child, url: said.url, tokens: said.tokens }
  }
  throw new Error('The server ended before it was ready')
}

/** Ends a server and waits for its process. */
export async function endServer({ child }: LoadServer, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Ends servers left behind by failed expectations. */
export function endServers(): void {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
}
