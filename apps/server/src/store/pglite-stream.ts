import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** A running PostgreSQL thread. */
export interface PgliteThread {
  readonly worker: Worker
  stop(): Promise<void>
}

/** Starts PGlite on a folder in a thread of its own. @throws when the folder cannot be opened as a database. */
export async function startPglite(folder: string): Promise<PgliteThread> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: { folder } })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  return {
    worker,
    async stop() {
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage('close')
      await ended
    },
  }
}

/** A socket in the eyes of `pg`, a thread's message port in truth. */
export class PgliteStream extends Duplex {
  readonly #worker: Worker
  readonly #receive = (bytes: unknown): void => {
    // Node itself speaks through the port too, when it watches files.
    if (!(bytes instanceof Uint8Array)) return
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', this.#receive)
  }

  connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // Answers are pushed as they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  /** A server would hang up when it is told goodbye; whoever waits for that would wait for ever for the thread. */
  override _final(done: () => void): void {
    this.#worker.off('message', this.#receive)
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.off('message', this.#receive)
    done(error)
  }

  /** Finishing a tick later lets all messages of a pipelined batch travel as one. */
  #send(bytes: Buffer, done: () => void): void {
    this.#worker.postMessage(Uint8Array.from(bytes))
    setImmediate(done)
  }
}
