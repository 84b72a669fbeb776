import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Root folder of the checkout. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

/** Environment that lets a process reuse compiled code of earlier starts, if a cache is configured. */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

/** A part of Clutch that runs in a separate process. */
export interface Child {
  /** The address it printed when it became ready. */
  readonly url: string
  /** Ends it and waits until it has exited; `SIGKILL` leaves it no time to clean up. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/**
 * Starts a program of the checkout and waits for the address it prints.
 * @throws when it exits before that
 */
export async function startChild(program: string, environment: Readonly<Record<string, string>>): Promise<Child> {
  const child = spawn(process.execPath, [program], {
    cwd: PROJECT,
    env: { ...compileCache(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const address = /http:\/\/\S+(?=\n)/.exec(printed)?.[0]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`${program} ended before it was ready: ${printed}`)))
  })
  return {
    url,
    async end(signal) {
      child.kill(signal)
      await exit
    },
  }
}
