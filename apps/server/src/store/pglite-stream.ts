import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'

/** Makes a thread's message port look like a socket to `pg`. Closes when the thread exits. */
export class PgliteStream extends Duplex {
  readonly #worker: Worker | undefined
  readonly #receive = (bytes: unknown): void => {
    // In watch mode Node also sends its own messages through the port.
    if (!(bytes instanceof Uint8Array)) return
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }
  readonly #break = (): void => {
    this.destroy(new Error('The database is not running'))
  }

  /** @param worker undefined while no thread is running: the connection is then rejected */
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
    // Data is pushed as it arrives.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  /** Ends the stream on a Terminate message: a server would close the connection, the thread does not. */
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

  /** Delayed by a tick, so that all messages of a pipelined batch are sent as one. */
  #send(bytes: Buffer, done: () => void): void {
    this.#worker?.postMessage(Uint8Array.from(bytes))
    setImmediate(done)
  }
}
