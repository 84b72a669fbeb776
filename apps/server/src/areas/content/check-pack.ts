import { Worker } from 'node:worker_threads'
import type { ContentPack } from '@clutch/content'
import type { Logger } from 'pino'
import type { CheckedPack, CheckRequest } from './check-request.ts'

/** Time limit of a check, far above what any real pack needs. */
const CHECK_MAX_MS = 60_000

/** Checks packs on a separate thread, one at a time, so that players' requests are not delayed. */
export class PackChecker {
  readonly #log: Logger
  #thread: Worker | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  /**
   * @param loaded the active pack, to compare with
   * @returns `busy` while another pack is being checked; undefined when the check failed or timed out
   */
  async check(folder: string, loaded: ContentPack): Promise<CheckedPack | 'busy' | undefined> {
    if (this.#thread !== undefined) return 'busy'
    const workerData: CheckRequest = { folder, loaded }
    const thread = new Worker(new URL('check-thread.ts', import.meta.url), { workerData })
    this.#thread = thread
    thread.unref()
    const timer = setTimeout(() => void thread.terminate(), CHECK_MAX_MS)
    try {
      return await new Promise<CheckedPack | undefined>((resolve) => {
        thread.on('message', (checked: CheckedPack) => resolve(checked))
        thread.on('error', (error) => this.#log.error({ err: error }, 'content pack check failed'))
        thread.on('exit', () => resolve(undefined))
      })
    } finally {
      clearTimeout(timer)
      this.#thread = undefined
      await thread.terminate()
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }
}
