import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PlatformAnswer, PlatformRequest } from './run-platforms.ts'

export interface SimulatedPlatform {
  readonly url: string
  close(): Promise<void>
}

/**
 * The thread in which platforms run: one for all tests of a process, because separate processes would mostly be busy
 * starting. It is separate from the server's thread, so that the platform responds while the server computes.
 */
class PlatformThread {
  readonly #worker = new Worker(new URL('run-platforms.ts', import.meta.url))
  readonly #asked = new Map<number, PromiseWithResolvers<string>>()
  #lastId = 0

  constructor() {
    this.#worker.on('message', ({ id, url, problem }: PlatformAnswer) => {
      const asked = this.#asked.get(id)
      this.#asked.delete(id)
      if (problem === undefined) asked?.resolve(url)
      else asked?.reject(new Error(problem))
      // Between requests it does not keep the process alive.
      if (this.#asked.size === 0) this.#worker.unref()
    })
    this.#worker.on('error', (error) => {
      for (const { reject } of this.#asked.values()) reject(error)
    })
  }

  async start(environment: Readonly<Record<string, string>>): Promise<SimulatedPlatform> {
    const id = this.#nextId()
    const url = await this.#ask({ id, environment })
    return { url, close: async () => void (await this.#ask({ id: this.#nextId(), endOf: id })) }
  }

  #nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  #ask(request: PlatformRequest): Promise<string> {
    const asked = Promise.withResolvers<string>()
    this.#asked.set(request.id, asked)
    this.#worker.ref()
    this.#worker.postMessage(request)
    return asked.promise
  }
}

let thread: PlatformThread | undefined

/** Starts the simulated platform, which is reached over HTTP only. */
export async function startSimulatedPlatform(): Promise<SimulatedPlatform> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-platform-'))
  thread ??= new PlatformThread()
  const platform = await thread.start({ PLATFORM_SIM_PORT: '0', DATA_DIR: folder })
  return {
    url: platform.url,
    async close() {
      await platform.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
