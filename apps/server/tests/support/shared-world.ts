import { startNats, type TestNats } from './nats.ts'
import { startSimulatedPlatform } from './simulated-platform.ts'
import { createTestStore, type TestStore } from './stores.ts'

/** What several servers of one world share. */
interface SharedWorld {
  readonly store: TestStore
  readonly nats: TestNats
  /** Settings by which a server finds the platform and the other servers. */
  readonly environment: Readonly<Record<string, string>>
  /** Stops and removes everything; servers must have been closed. */
  close(): Promise<void>
}

/** Opens a world on PostgreSQL for several servers over NATS. */
export async function openSharedWorld(): Promise<SharedWorld> {
  const platform = await startSimulatedPlatform()
  const store = await createTestStore('postgres')
  const nats = await startNats()
  return {
    store,
    nats,
    environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ...nats.environment },
    async close() {
      await nats.stop()
      await store.remove()
      await platform.close()
    },
  }
}
