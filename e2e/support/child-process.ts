import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCache, SHORT_LIVED } from '../../tools/short-lived.ts'

/** Root folder of the checkout. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

/** A part of Clutch that runs in a separate process. */
export interface Child {
  /** The address it printed when it became ready. */
  readonly url: string
  /** Ends it and waits until it has exited; `SIGKILL` leaves it no time to clean up. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/**
 * Starts a program of the checkout and waits for the address it prints.
 * @param isBusy Whether it runs long enough for optimised code to pay off.
 * @throws when it exits before that
 */
export async function startChild(
  program: string,
  environment: Readonly<Record<string, string>>,
  isBusy = false,
): Promise<Child> {
  const child = spawn(process.execPath, [...(isBusy ? [] : SHORT_LIVED), program], {
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
