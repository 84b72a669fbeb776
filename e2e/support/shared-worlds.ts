import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Program, WorldAnswer, WorldRequest } from '../../apps/server/tests/support/world-requests.ts'
import { compileCache, PROJECT, type Child } from './child-process.ts'

const PROGRAM = fileURLToPath(new URL('../../apps/server/tests/support/run-worlds.ts', import.meta.url))

/** A process that runs worlds until this one exits. It does not keep this process alive while no request is pending. */
class WorldProcess {
  readonly #process = fork(PROGRAM, {
    cwd: PROJECT,
    env: compileCache(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  #waiting: PromiseWithResolvers<WorldAnswer> | undefined

  constructor() {
    this.#process.on('message', (answer: WorldAnswer) => this.#waiting?.resolve(answer))
    this.#process.on('exit', () => this.#waiting?.resolve({ problem: 'The process that runs worlds has ended' }))
    this.#hold(false)
  }

  /** @throws when the request failed. */
  async ask(request: WorldRequest): Promise<unknown> {
    if (this.#waiting !== undefined) throw new Error('Another request is still pending')
    this.#waiting = Promise.withResolvers()
    this.#hold(true)
    this.#process.send(request)
    const answer = await this.#waiting.promise
    this.#hold(false)
    this.#waiting = undefined
    if ('problem' in answer) throw new Error(answer.problem)
    return answer.result
  }

  /** Keeps this process alive while a request is pending. */
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
 * Starts a program in a shared process that outlives it: with all modules loaded already, this takes a third of the
 * time. It cannot be killed.
 * @throws when it cannot be started
 */
export async function startShared(program: Program, environment: Readonly<Record<string, string>>): Promise<Child> {
  return {
    url: String(await ask({ type: 'start', program, environment })),
    async end(signal) {
      if (signal === 'SIGKILL') throw new Error('A shared world cannot crash: give the file separate processes')
      await ask({ type: 'stop', program })
    },
  }
}

/**
 * @param folder the store of a stopped server
 * @returns the violations that the integrity check finds; none if all is well
 * @throws when the store cannot be opened or read
 */
export function checkIntegrity(folder: string): Promise<unknown> {
  return ask({ type: 'audit', folder })
}
