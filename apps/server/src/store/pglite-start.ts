import { Worker } from 'node:worker_threads'

/** How long a thread may take to write what is left and end. */
const CLOSE_TIMEOUT_MS = 2_000

/** Starts PGlite's thread on a folder and waits until it answers. @throws when the folder cannot be opened as a database. */
export async function startWorker(folder: string): Promise<Worker> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: { folder } })
  await new Promise<void>((resolve, reject) => {
    const onExit = (): void => reject(new Error('The database thread ended before it was ready'))
    worker.once('error', reject)
    worker.once('exit', onExit)
    worker.once('message', () => {
      worker.off('error', reject)
      worker.off('exit', onExit)
      resolve()
    })
  })
  return worker
}

/** Lets PostgreSQL write what is left; a thread that does not end in time is ended, which is a crash it recovers from. */
export async function stopWorker(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
  })
  const timeout = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS)
  worker.postMessage('close')
  await ended
  clearTimeout(timeout)
}
