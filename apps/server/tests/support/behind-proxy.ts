import { startRelay, type Relay } from './relay.ts'
import type { SimulatedPlatform } from './simulated-platform.ts'
import { createTestStore, type TestStore } from './stores.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** More than any test sells. */
const GOODS = 1_000_000

/** A server with a separate network to its database. */
export interface ServerBehindProxy {
  readonly store: TestStore
  readonly proxy: Relay
  readonly server: TestServer
  close(): Promise<void>
}

/** @param shared the database of another server; by default a new one, deleted when the server is closed */
export async function startBehindProxy(
  platform: SimulatedPlatform,
  environment: Readonly<Record<string, string>> = {},
  shared?: TestStore,
): Promise<ServerBehindProxy> {
  const store = shared ?? (await createTestStore('postgres'))
  const address = new URL(store.environment['DATABASE_URL'] ?? '')
  const proxy = await startRelay(Number(address.port))
  address.port = String(proxy.port)
  const server = await startTestServer({
    store,
    environment: { DATABASE_URL: address.href, PLATFORM_SIM_PORT: new URL(platform.url).port, ...environment },
    pack: { starterCount: GOODS },
  })
  return {
    store,
    proxy,
    server,
    async close() {
      // A failed test may have left it silent.
      proxy.speak()
      proxy.hangUpForgotten()
      await server.close()
      await proxy.close()
      if (shared === undefined) await store.remove()
    },
  }
}
