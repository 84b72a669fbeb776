import type { LotRequest } from '@clutch/contract'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { FIRST_ITEM_ID, type PackOptions } from './make-pack.ts'
import { Player } from './player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from './simulated-platform.ts'
import { createTestStore, type StoreKind, type TestStore } from './stores.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const ITEMS = 120
/** Items that every player begins with, so that they identify no player. */
export const STARTER_ITEMS = 20

/**
 * Runs a server for a group of tests. Each test trades separate items, so that none meets another's lots; after each
 * one the store must pass the integrity check.
 */
export function serveMarket(
  kind: StoreKind,
  pack: Partial<PackOptions> = {},
  settings: Readonly<Record<string, string>> = {},
) {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  let goodsUsed = 0
  const start = (): Promise<TestServer> => {
    const environment = { PLATFORM_SIM_PORT: new URL(platform.url).port, ...settings }
    return startTestServer({ store, environment, pack: { items: ITEMS, ...pack } })
  }
  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    store = await createTestStore(kind)
    server = await start()
  })
  afterEach(async () => {
    expect(await checkIntegrity(server.server.context.store.db, AREAS)).toEqual([])
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })
  return {
    server: () => server,
    db: () => server.server.context.store.db,
    /** Stops the server and starts another on the same store. */
    restart: async (): Promise<void> => {
      await server.close()
      server = await start()
    },
    /** An item that has no owner and no trades yet. */
    newItem: (): number => {
      goodsUsed += 1
      return FIRST_ITEM_ID + STARTER_ITEMS + goodsUsed - 1
    },
    newPlayer: async (coins = 0, goods: Readonly<Record<number, number>> = {}): Promise<Player> => {
      const player = await Player.signIn(server)
      await player.grant(coins, goods)
      return player
    },
    /** The same player at the current server. */
    sameAt: (player: Player): Player => new Player(server, player.userId, player.token, player.steamId),
  }
}

export function order(itemId: number, price: number, count: number): LotRequest {
  return { item_type_id: itemId, price, count }
}
