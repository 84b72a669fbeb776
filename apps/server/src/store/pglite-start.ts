import { Worker } from 'node:worker_threads'

/** Time for the thread to shut down cleanly. */
const CLOSE_TIMEOUT_MS = 2_000

/** Starts PGlite's thread on a folder and waits until it responds. @throws when the folder cannot be opened as a database */
export async function startWorker(folder: string): Promise<Worker> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: { folder } })
  await new Promise<void>((resolve, reject) => {
    const onExit = (): void => reject(new Error('The database thread exited before it was ready'))
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

/** Shuts PostgreSQL down. A thread that does not exit in time is terminated; the next start recovers as after a crash. */
export async function stopWorker(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
  })
  const timeout = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS)
  worker.postMessage('close')
  await ended
  clearTimeout(timeout)
}
