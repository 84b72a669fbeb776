import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let platform: SimulatedPlatform
let store: TestStore
let server: TestServer
beforeAll(async () => {
  platform = await startSimulatedPlatform()
  store = await createTestStore('pglite')
  server = await startTestServer({ store, environment: { PLATFORM_SIM_PORT: new URL(platform.url).port } })
})
afterAll(async () => {
  await store.remove()
  await platform.close()
})

const ask = async (path: string) => {
  const answer = await fetch(`${server.url}/api${path}`)
  return { status: answer.status, body: await answer.json() }
}

describe('a server whose database ends unexpectedly', () => {
  it('reports it in its health at once, stays up, and recovers without a restart', async () => {
    const player = await Player.signIn(server)
    expect(await ask('/health')).toEqual({
      status: 200,
      body: {
        status: 'ok',
        database: true,
        bus: true,
        lease: true,
        commits: true,
        queue: true,
        copy: false,
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        schema: expect.stringMatching(/^\d{4}-/),
      },
    })
    const log = join(store.environment['DATA_DIR'] ?? '', 'db/pg_wal')
    renameSync(log, `${log}.away`)
    const { db } = server.server.context.store
    const needLog = sql`select pg_switch_wal(), pg_logical_emit_message(true, 'x', 'y')`
    await Promise.allSettled([needLog.execute(db), needLog.execute(db)])
    expect(await ask('/health')).toMatchObject({ status: 503, body: { status: 'unavailable', database: false } })
    expect(await ask('/health/live')).toEqual({ status: 200, body: { status: 'ok' } })
    renameSync(`${log}.away`, log)
    await expect.poll(async () => (await ask('/health')).status).toBe(200)
    const place = async () =>
      (await player.send('POST /marketplace/create-sell-lot', order(FIRST_ITEM_ID, 100, 1))).status
    await expect.poll(place).toBe(200)
    expect(server.logged()).toContain('database thread exited; starting another')
  })

  it('shuts down while there is no database', async () => {
    const log = join(store.environment['DATA_DIR'] ?? '', 'db/pg_wal')
    renameSync(log, `${log}.away`)
    const { db } = server.server.context.store
    const needLog = sql`select pg_switch_wal(), pg_logical_emit_message(true, 'x', 'y')`
    await Promise.allSettled([needLog.execute(db), needLog.execute(db)])
    await expect(server.close()).resolves.toBeUndefined()
  })
})
