import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Program, WorldAnswer, WorldRequest } from '../../apps/server/tests/support/world-requests.ts'
import { compileCache, SHORT_LIVED } from '../../tools/short-lived.ts'
import { PROJECT, type Child } from './child-process.ts'

const PROGRAM = fileURLToPath(new URL('../../apps/server/tests/support/run-worlds.ts', import.meta.url))

/** A process that runs worlds as long as this one lives. It holds nobody up who ends while nothing is asked. */
class WorldProcess {
  readonly #process = fork(PROGRAM, {
    cwd: PROJECT,
    env: compileCache(),
    execArgv: [...SHORT_LIVED],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  #waiting: PromiseWithResolvers<WorldAnswer> | undefined

  constructor() {
    this.#process.on('message', (answer: WorldAnswer) => this.#waiting?.resolve(answer))
    this.#process.on('exit', () => this.#waiting?.resolve({ problem: 'The process that runs worlds has ended' }))
    this.#hold(false)
  }

  /** @throws when it could not be done. */
  async ask(request: WorldRequest): Promise<unknown> {
    if (this.#waiting !== undefined) throw new Error('Another question is still open')
    this.#waiting = Promise.withResolvers()
    this.#hold(true)
    this.#process.send(request)
    const answer = await this.#waiting.promise
    this.#hold(false)
    this.#waiting = undefined
    if ('problem' in answer) throw new Error(answer.problem)
    return answer.result
  }

  /** Keeps this process waiting as long as there is something to wait for. */
  #hold(isHeld: boolean): void {
    for (const part of [this.#process, this.#process.channel]) {
      if (isHeld) part?.ref()
      else part?.unref()
    }
  }
}

let worlds: WorldProcess | undefined

function ask(request: WorldRequest): Promise<unknown> {
  worlds ??= new WorldProcess()
  return worlds.ask(request)
}

/**
 * Starts a program beside others in a process that goes on when it ends: with all code at hand, in a third of the time.
 * It cannot be ended without warning.
 * @throws when it cannot be started
 */
export async function startShared(program: Program, environment: Readonly<Record<string, string>>): Promise<Child> {
  return {
    url: String(await ask({ type: 'start', program, environment })),
    async end(signal) {
      if (signal === 'SIGKILL') throw new Error('What is shared cannot crash: let the file have processes of its own')
      await ask({ type: 'stop', program })
    },
  }
}

/**
 * @param folder the store of a stopped server
 * @returns what the audit finds there: nothing, when all is well
 * @throws when the store cannot be opened or read
 */
export function checkIntegrity(folder: string): Promise<unknown> {
  return ask({ type: 'audit', folder })
}
