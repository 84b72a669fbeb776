import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/**
 * PostgreSQL in a thread of its own, so that its work never holds up HTTP or sockets. It speaks the wire protocol
 * over the thread's port: bytes in, bytes out, in order.
 */
async function serve(folder: string): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('This module runs as a worker thread')
  const database = await PGlite.create(folder)
  let previous = Promise.resolve()
  port.on('message', (bytes: Uint8Array | 'close') => {
    previous = previous.then(async () => {
      if (bytes === 'close') {
        await database.close()
        port.close()
        return
      }
      const answer = await database.execProtocolRaw(bytes)
      port.postMessage(answer)
    })
  })
  port.postMessage('ready')
}

const { folder } = workerData as { folder: string }
await serve(folder)
