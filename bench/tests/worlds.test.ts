import { rmSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../apps/server/src/config.ts'
import { createLogger } from '../../apps/server/src/logger.ts'
import { startServer } from '../../apps/server/src/start-server.ts'
import { makePack, type PackOptions } from '../../apps/server/tests/support/make-pack.ts'
import { createTestStore, STORE_KINDS } from '../../apps/server/tests/support/stores.ts'
import { fillWithScheduledJobs } from '../src/scheduled-jobs-world.ts'
import { fetchList, listCalls } from '../src/lists.ts'
import { fillPlayer } from '../src/rich-player.ts'

const RICHES = { ownedItems: 30, marketItems: 40, historyEntries: 50, openLots: 5 }
const JOBS = 20

describe.each(STORE_KINDS)('a benchmark world on %s', (kind) => {
  const cleanUps: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  })

  async function prepare(options: PackOptions) {
    const store = await createTestStore(kind)
    const pack = makePack(options)
    cleanUps.push(
      () => store.remove(),
      () => rmSync(pack, { recursive: true, force: true }),
    )
    return { store, environment: { ...store.environment, CONTENT_DIR: pack } }
  }

  it('serves all lists of a rich player', async () => {
    const { environment } = await prepare({ items: RICHES.marketItems, starterCoins: 1_000_000, starterCount: 5 })
    const { url, player, close } = await fillPlayer(environment, RICHES)
    cleanUps.push(close)
    for (const call of listCalls(player, RICHES)) expect(await fetchList(url, player.token, call)).toBeGreaterThan(0)
  })

  it('settles due jobs', async () => {
    const { store, environment } = await prepare({ items: 20, starterCoins: 0, starterCount: 1, production: true })
    const opened = await store.open()
    await fillWithScheduledJobs(opened, JOBS, 0)
    await opened.close()
    const read = readConfig({ ...environment, PORT: '0', DEMO: 'off' })
    if (!read.ok) throw new Error(read.problems.join('\n'))
    const server = await startServer({ config: read.config, log: createLogger('warn') })
    cleanUps.push(() => server.close())
    await expect
      .poll(async () => (await fetch(`${server.url}/metrics`)).text())
      .toContain(`clutch_settled_total ${JOBS}\n`)
  })
})
