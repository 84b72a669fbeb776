import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'

/** A socket in the eyes of `pg`, a thread's message port in truth. It breaks when the thread ends. */
export class PgliteStream extends Duplex {
  readonly #worker: Worker | undefined
  readonly #receive = (bytes: unknown): void => {
    // Node itself speaks through the port too, when it watches files.
    if (!(bytes instanceof Uint8Array)) return
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }
  readonly #break = (): void => {
    this.destroy(new Error('The database is not running'))
  }

  /** @param worker Undefined while no thread runs: the connection is then refused. */
  constructor(worker: Worker | undefined) {
    super()
    this.#worker = worker
    worker?.on('message', this.#receive)
    worker?.once('exit', this.#break)
  }

  connect(): this {
    setImmediate(() => {
      if (this.#worker === undefined) this.#break()
      else this.emit('connect')
    })
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
    this.#leave()
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#leave()
    done(error)
  }

  #leave(): void {
    this.#worker?.off('message', this.#receive)
    this.#worker?.off('exit', this.#break)
  }

  /** Finishing a tick later lets all messages of a pipelined batch travel as one. */
  #send(bytes: Buffer, done: () => void): void {
    this.#worker?.postMessage(Uint8Array.from(bytes))
    setImmediate(done)
  }
}
