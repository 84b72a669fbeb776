import type { FastifyInstance } from 'fastify'

/** Enough for any call in progress: commands complete within a second. */
const GRACE_MS = 2_000

/**
 * Stops accepting calls and waits for those in progress, then closes all connections: browsers open connections in
 * advance without using them, and one of those would delay a restart by a minute.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  await app.close()
  clearTimeout(cutOff)
}
