import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { economyRoutes } from '../src/areas/admin/economy-routes.ts'
import { AREAS } from '../src/server-areas.ts'
import { EconomyWatch } from '../src/watch/economy-watch.ts'
import { storeFreeze } from '../src/watch/freeze-store.ts'
import { startTestServer } from './support/test-server.ts'

it('resuming the economy takes effect at once, before the next integrity check', async () => {
  const server = await startTestServer()
  const { context } = server.server
  const { db } = context.store
  await storeFreeze(db, { sinceMs: Date.now(), findings: [] })
  let isFrozen = false
  const writer = { freeze: () => (isFrozen = true), thaw: () => (isFrozen = false) }
  const watch = new EconomyWatch({ db, slowDb: db, areas: AREAS, log: pino({ level: 'silent' }), writer })
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    await watch.start()
    expect(isFrozen).toBe(true)
    const id = randomUUID()
    const operator = {
      userId: id,
      name: 'Anna',
      role: 'admin',
      sessionId: id,
      address: '127.0.0.1',
      requestId: id,
    } as const
    const thaw = economyRoutes(context, watch, undefined)['POST /admin/thaw-economy']
    expect(await thaw?.({ operator, body: { reason: 'repaired' } } as never)).toMatchObject({ ok: true })
    expect(isFrozen).toBe(false)
  } finally {
    vi.useRealTimers()
    await watch.stop()
    await server.close()
  }
})
