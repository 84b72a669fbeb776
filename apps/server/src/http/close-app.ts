import type { FastifyInstance } from 'fastify'

/** Long enough for any call that is under way: commands are answered within a second. */
const GRACE_MS = 2_000

/**
 * Takes no more calls and waits for those under way. Whoever is still connected after that is cut off: browsers open
 * connections in advance and send nothing, and one of those would hold up a restart for a minute.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  await app.close()
  clearTimeout(cutOff)
}
