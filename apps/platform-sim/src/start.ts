import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { inventoryService } from './inventory-service.ts'
import { Inventory } from './inventory.ts'
import { OpenIdProvider } from './openid-provider.ts'
import { openIdRoutes } from './openid-routes.ts'
import type { PlatformSimSettings } from './settings.ts'
import { openStateFile, readStateFile } from './state-file.ts'
import { userService } from './user-service.ts'

export interface PlatformSim {
  readonly url: string
  close: () => Promise<void>
}

/** Path in the data folder, which is shared with the server. */
const STATE_FILE = join('platform-sim', 'platform.json')
/** Listen addresses that are shown as localhost. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '0.0.0.0', '::', '::1'])

/** Starts the simulated platform; port 0 picks a free port, see `url`. */
export async function startPlatformSim(settings: PlatformSimSettings): Promise<PlatformSim> {
  const port = settings.port === 0 ? await findFreePort(settings.host) : settings.port
  const url = (
    settings.publicUrl ?? `http://${LOCAL_HOSTS.has(settings.host) ? 'localhost' : settings.host}:${port}`
  ).replace(/\/$/, '')
  const path = settings.dataDir === undefined ? undefined : join(settings.dataDir, STATE_FILE)
  const inventory = new Inventory(
    settings.coinItemIds,
    path === undefined ? undefined : await readStateFile(path),
    Date.now(),
  )
  const file = openStateFile(path, () => inventory.snapshot())

  // API callers end paths with a slash, browsers do not.
  const app = Fastify({
    // Idle connections of browsers must not delay shutdown.
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  await app.register(formbody)
  openIdRoutes(app, new OpenIdProvider(url))
  userService(app, settings)
  inventoryService(app, { inventory, file, access: settings, faults: settings.faults })
  await file.save()
  await app.listen({ port, host: settings.host })
  return { url, close: () => app.close() }
}

/** Signed assertions contain the public URL, so the port has to be known before the first one. */
async function findFreePort(host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer()
  probe.once('error', reject)
  probe.listen(0, host, () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
  })
  return promise
}
