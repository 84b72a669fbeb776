import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port on which nothing listens, for a server that has to know its address beforehand. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
