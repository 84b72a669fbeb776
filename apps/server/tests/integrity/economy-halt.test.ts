import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { economyRoutes } from '../../src/areas/admin/economy-routes.ts'
import { AREAS } from '../../src/server-areas.ts'
import { IntegrityMonitor } from '../../src/integrity/integrity-monitor.ts'
import { storeHalt } from '../../src/integrity/economy-halt.ts'
import { startTestServer } from '../support/test-server.ts'

it('resuming the economy takes effect at once, before the next integrity check', async () => {
  const server = await startTestServer()
  const { context } = server.server
  const { db } = context.store
  await storeHalt(db, { sinceMs: Date.now(), findings: [] })
  let isHalted = false
  const writer = { halt: () => (isHalted = true), resume: () => (isHalted = false) }
  const integrity = new IntegrityMonitor({ db, slowDb: db, areas: AREAS, log: pino({ level: 'silent' }), writer })
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    await integrity.start()
    expect(isHalted).toBe(true)
    const id = randomUUID()
    const operator = {
      userId: id,
      name: 'Anna',
      role: 'admin',
      sessionId: id,
      address: '127.0.0.1',
      requestId: id,
    } as const
    const thaw = economyRoutes(context, integrity)['POST /admin/thaw-economy']
    expect(await thaw?.({ operator, body: { reason: 'repaired' } } as never)).toMatchObject({ ok: true })
    expect(isHalted).toBe(false)
  } finally {
    vi.useRealTimers()
    await integrity.stop()
    await server.close()
  }
})
