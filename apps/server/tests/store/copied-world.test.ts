import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { EXCHANGE_TASK } from '../../src/areas/exchange/rows.ts'
import { Player } from '../support/player.ts'
import { Receiver } from '../support/receiver.ts'
import { ServerClient } from '../support/server-client.ts'
import { startSimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))
const HOME = 'https://market.example'
const OTHER = 'https://staging.example'
/** Longer than a server that is no copy takes to notice a new webhook and deliver to it. */
const DELIVERY_MS = 3_000
const closings: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

async function adopt(store: TestStore, settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { ...process.env, ...store.environment, ...settings }
  return (await promisify(execFile)(process.execPath, ['tools/adopt.ts'], { cwd: PROJECT, env })).stdout
}

async function isCopy({ url }: TestServer): Promise<unknown> {
  const body: unknown = await (await fetch(`${url}/api/health`)).json()
  return body !== null && typeof body === 'object' && 'copy' in body ? body.copy : undefined
}

describe.each(STORE_KINDS)('a copied database on %s', (kind) => {
  async function open() {
    const store = await createTestStore(kind)
    closings.push(() => store.remove())
    const platform = await startSimulatedPlatform()
    closings.push(() => platform.close())
    const start = (settings: Readonly<Record<string, string>> = {}) =>
      startTestServer({ store, environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ...settings } })
    return { store, start }
  }

  it('delivers no webhook and advances no exchange until it is adopted', async () => {
    const { store, start } = await open()
    const home = await start()
    const values = { id: 1, url: HOME, recorded_at_ms: 0 }
    await home.server.context.store.db.insertInto('world_address').values(values).execute()
    await home.close()

    const copy = await start()
    closings.push(() => copy.close())
    expect(copy.logged()).toContain('database is a copy: exchanges and webhooks wait until npm run adopt')
    expect(await isCopy(copy)).toBe(true)
    const { db } = copy.server.context.store
    const receiver = await Receiver.open()
    closings.push(() => receiver.close())
    const game = await ServerClient.open(copy)
    const body = { url: receiver.url, types: ['operation.posted'] }
    await game.call('PUT /webhooks/:webhook_id', { params: { webhook_id: 'quests' }, body })
    const player = await Player.signIn(copy)
    await player.grant(1_000)
    await player.call('POST /marketplace/exchange-to-steam-coins', { currency: 'bronze', count: 100 })
    await player.refused('platform_unavailable', 'POST /inventory/stack-steam')
    // Tasks of other kinds run.
    await Player.signIn(copy)
    const tasks = () => db.selectFrom('task').select(['kind', 'attempts']).execute()
    await expect.poll(tasks).toEqual([{ kind: EXCHANGE_TASK, attempts: 0 }])
    const { exchanges } = await player.call('GET /marketplace/exchanges')
    expect(exchanges).toMatchObject([{ state: 'prepared' }])
    await wait(DELIVERY_MS)
    expect(receiver.received).toEqual([])

    expect(await adopt(store)).toContain(`Forgot the address ${HOME}`)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    await expect
      .poll(async () => (await player.call('GET /marketplace/exchanges')).exchanges)
      .toMatchObject([{ state: 'settled' }])
    expect(await isCopy(copy)).toBe(false)
    expect(copy.logged()).toContain('world adopted')
    const audit = await db.selectFrom('audit_log').select('actor_name').where('action', '=', 'world.adopt').execute()
    expect(audit).toEqual([{ actor_name: 'npm run adopt' }])
  })

  it('is recognized by its first public PUBLIC_URL, but not by a local one or that of a demo world', async () => {
    const { store, start } = await open()
    const recorded = async (settings: Readonly<Record<string, string>>) => {
      const server = await start({ ...settings, ALLOW_INSECURE_PLATFORM: 'on' })
      const { db } = server.server.context.store
      const rows = await db.selectFrom('world_address').select('url').execute()
      const isLogged = server.logged().includes('database is a copy')
      await server.close()
      return [isLogged, ...rows.map(({ url }) => url)]
    }
    expect(await recorded({ PUBLIC_URL: 'http://localhost:3210' })).toEqual([false])
    expect(await adopt(store, { PUBLIC_URL: HOME, ALLOW_INSECURE_PLATFORM: 'on', DEMO: 'on' })).toContain('no recorded')
    expect(await recorded({ PUBLIC_URL: HOME })).toEqual([false, HOME])
    expect(await recorded({})).toEqual([true, HOME])
    expect(await recorded({ PUBLIC_URL: OTHER })).toEqual([true, HOME])
    const settings = { PUBLIC_URL: OTHER, ALLOW_INSECURE_PLATFORM: 'on', DEMO: 'off' }
    expect(await adopt(store, settings)).toBe(`The world is now at ${OTHER}. It was at ${HOME}.\n`)
    expect(await recorded({ PUBLIC_URL: OTHER })).toEqual([false, OTHER])
  })
})
