import type { TestNats } from './nats.ts'
import { startRelay, type Relay } from './relay.ts'
import type { SimulatedPlatform } from './simulated-platform.ts'
import { createTestStore, type TestStore } from './stores.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** More than any test sells. */
const GOODS = 1_000_000

/** A server with a separate network to its database and to NATS. */
export interface ServerBehindProxy {
  readonly store: TestStore
  readonly proxy: Relay
  /** Undefined for a server without others. */
  readonly busProxy: Relay | undefined
  readonly server: TestServer
  close(): Promise<void>
}

/** @param shared the database of another server; by default a new one, deleted when the server is closed */
export async function startBehindProxy(
  platform: SimulatedPlatform,
  nats?: TestNats,
  shared?: TestStore,
): Promise<ServerBehindProxy> {
  const store = shared ?? (await createTestStore('postgres'))
  const address = new URL(store.environment['DATABASE_URL'] ?? '')
  const proxy = await startRelay(Number(address.port))
  address.port = String(proxy.port)
  const busProxy = nats && (await startRelay(nats.port))
  const server = await startTestServer({
    store,
    environment: {
      DATABASE_URL: address.href,
      PLATFORM_SIM_PORT: new URL(platform.url).port,
      ...(busProxy && { NATS_URL: `nats://127.0.0.1:${busProxy.port}` }),
    },
    pack: { starterCount: GOODS },
  })
  return {
    store,
    proxy,
    busProxy,
    server,
    async close() {
      const relays = [proxy, ...(busProxy ? [busProxy] : [])]
      for (const relay of relays) {
        // A failed test may have left it silent.
        relay.speak()
        relay.hangUpForgotten()
      }
      await server.close()
      for (const relay of relays) await relay.close()
      if (shared === undefined) await store.remove()
    },
  }
}
