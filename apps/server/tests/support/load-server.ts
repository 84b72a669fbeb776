import { spawn, type ChildProcess } from 'node:child_process'
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
  onStart?.(child)
  for await (const line of createInterface(child.stdout)) {
    // The log goes to the same stream: only the line that names the address counts.
    const said = JSON.parse(line) as Partial<LoadServer>
    if (said.url !== undefined && said.tokens !== undefined) return { child, url: said.url, tokens: said.tokens }
  }
  throw new Error('The server ended before it was ready')
}
