import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { prepareDatabaseFolder, requireWholeDatabase } from './pglite-folder.ts'
import { PgliteStream } from './pglite-stream.ts'
import { startWorker, stopWorker } from './pglite-start.ts'

/** Pause before a thread that ended is replaced: it grows while the replacement does not start. */
const RESTART_DELAY_MS = 500
const RESTART_DELAY_MAX_MS = 5_000

/**
 * PGlite in a thread that is replaced when it ends by itself: out of memory, a full disk. What was acknowledged is on
 * disk, and the next thread recovers it as after a crash. Meanwhile connections are refused at once.
 */
export class PgliteThread {
  readonly #folder: string
  readonly #log: Logger | undefined
  readonly #endListeners = new Set<(error: Error) => void>()
  #worker: Worker | undefined
  #restart: Promise<void> | undefined
  #closing = false

  private constructor(folder: string, log: Logger | undefined) {
    this.#folder = folder
    this.#log = log
  }

  /**
   * Starts PGlite on a folder, which is made when there is none.
   * @throws when the folder is not a whole database or cannot be opened as one.
   */
  static async start(folder: string, log: Logger | undefined): Promise<PgliteThread> {
    await prepareDatabaseFolder(folder)
    const thread = new PgliteThread(folder, log)
    thread.#watch(await startWorker(folder))
    return thread
  }

  /** A connection for `pg`. */
  connect(): PgliteStream {
    return new PgliteStream(this.#worker)
  }

  /** Tells of a thread that ended by itself, until the answered function is called. */
  onEnd(listen: (error: Error) => void): () => void {
    this.#endListeners.add(listen)
    return () => this.#endListeners.delete(listen)
  }

  /** Ends in bounded time, also when the thread no longer listens. */
  async close(): Promise<void> {
    this.#closing = true
    await this.#restart
    const worker = this.#worker
    if (worker !== undefined) await stopWorker(worker)
  }

  #watch(worker: Worker): void {
    this.#worker = worker
    let reason: unknown
    worker.on('message', (message: unknown) => {
      if (typeof message === 'string') reason = message
    })
    worker.once('error', (error) => {
      reason = error
    })
    worker.once('exit', () => {
      this.#worker = undefined
      if (this.#closing) return
      const error = new Error('The database thread ended', { cause: reason })
      this.#log?.error({ err: error }, 'the database thread ended; another is started')
      for (const listen of this.#endListeners) listen(error)
      this.#restart = this.#startAgain()
    })
  }

  async #startAgain(): Promise<void> {
    let delayMs = RESTART_DELAY_MS
    while (!this.#closing) {
      await new Promise((resolve) => {
        setTimeout(resolve, delayMs)
      })
      if (this.#closing) return
      try {
        requireWholeDatabase(this.#folder)
        this.#watch(await startWorker(this.#folder))
        this.#log?.warn('the database thread runs again')
        return
      } catch (error) {
        this.#log?.error({ err: error }, 'the database thread could not be started; it is tried again')
        delayMs = Math.min(delayMs * 2, RESTART_DELAY_MAX_MS)
      }
    }
  }
}
