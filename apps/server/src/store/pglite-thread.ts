import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { prepareDatabaseFolder, requireWholeDatabase } from './pglite-folder.ts'
import { PgliteStream } from './pglite-stream.ts'
import { startWorker, stopWorker } from './pglite-start.ts'

/** Delay before a failed thread is replaced; grows while the replacement does not start. */
const RESTART_DELAY_MS = 500
const RESTART_DELAY_MAX_MS = 5_000

/**
 * PGlite in a thread that is replaced when it exits unexpectedly, for example out of memory or with a full disk.
 * Acknowledged commits are on disk, and the next thread recovers them as after a crash. Meanwhile connections are rejected.
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
   * Starts PGlite on a folder, which is created if it does not exist.
   * @throws when the folder is incomplete or cannot be opened as a database
   */
  static async start(folder: string, log: Logger | undefined): Promise<PgliteThread> {
    await prepareDatabaseFolder(folder)
    const thread = new PgliteThread(folder, log)
    thread.#observe(await startWorker(folder))
    return thread
  }

  /** Opens a connection for `pg`. */
  connect(): PgliteStream {
    return new PgliteStream(this.#worker)
  }

  /** Calls the listener when the thread exits unexpectedly. @returns a function that unsubscribes */
  onEnd(listen: (error: Error) => void): () => void {
    this.#endListeners.add(listen)
    return () => this.#endListeners.delete(listen)
  }

  /** Stops within a time limit, even if the thread does not respond. */
  async close(): Promise<void> {
    this.#closing = true
    await this.#restart
    const worker = this.#worker
    if (worker !== undefined) await stopWorker(worker)
  }

  #observe(worker: Worker): void {
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
      const error = new Error('The database thread exited', { cause: reason })
      this.#log?.error({ err: error }, 'database thread exited; starting another')
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
        this.#observe(await startWorker(this.#folder))
        this.#log?.warn('the database thread runs again')
        return
      } catch (error) {
        this.#log?.error({ err: error }, 'the database thread could not be started; it is tried again')
        delayMs = Math.min(delayMs * 2, RESTART_DELAY_MAX_MS)
      }
    }
  }
}
