import { rmSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { AREAS } from '../../src/server-areas.ts'
import type { Store } from '../../src/store/store.ts'
import { CHATTERS_ARE_ADMINS, endServer, endServers, startLoadServer } from '../support/load-server.ts'
import { makePack } from '../support/make-pack.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { CompensationRuns } from './compensation-runs.ts'
import { ContentLoads } from './content-loads.ts'
import { Deletions } from './deletions.ts'
import { COMPENSATED, Grants } from './grants.ts'
import type { KilledWork } from './killed-work.ts'
import { Traders, TRADERS } from './traders.ts'

/** Kills in each kind of work. Each start of a server takes seconds, so the everyday run has one; `npm run crash` has more. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1)
const TIMEOUT_MS = 600_000 * ROUNDS

afterEach(endServers)

async function withStore<Value>(store: TestStore, use: (opened: Store) => Value): Promise<Awaited<Value>> {
  const opened = await store.open()
  try {
    return await use(opened)
  } finally {
    await opened.close()
  }
}

/** Fails for anything but requests to a server that is gone. */
function expectOnlyLostRequests(results: readonly PromiseSettledResult<unknown>[]): void {
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(reasons.filter((reason) => !(reason instanceof TypeError))).toEqual([])
}

it.each(STORE_KINDS)(
  'whatever a killed server was doing is done exactly once afterwards, on %s',
  async (kind) => {
    const store = await createTestStore(kind)
    const content = { production: true, chat: true, roulette: true, referralCoins: 1 }
    const pack = makePack({ items: 30, starterCoins: 1_000_000, starterCount: 10_000, ...content })
    const packs = ContentLoads.makePacks(pack)
    const environment = {
      CONTENT_DIR: pack,
      CONTENT_PACKS_DIR: packs,
      LOAD_REFERRED: 'yes',
      ...CHATTERS_ARE_ADMINS,
      ...store.environment,
    }
    const start = (players: number) => startLoadServer({ ...environment, LOAD_PLAYERS: String(players) })
    const leaving = Array.from({ length: ROUNDS }, (_, index) => TRADERS + index)
    const traders = new Traders()
    const grants = await withStore(store, (opened) => Grants.open(opened))
    const deletions = new Deletions(grants, leaving)
    const kinds: readonly KilledWork[] = [
      traders,
      deletions,
      grants,
      new CompensationRuns(COMPENSATED),
      new ContentLoads(),
    ]

    for (const [index, work] of Array.from({ length: ROUNDS }, () => kinds)
      .flat()
      .entries()) {
      if (work.prepare !== undefined) await withStore(store, (opened) => work.prepare?.(opened))
      const server = await start(index === 0 ? TRADERS + leaving.length : TRADERS)
      if (index === 0) for (const each of leaving) await Deletions.furnish(server, server.tokens[each])
      const recovering = kinds.map((each) => each.recover(server))
      const recovered = Promise.all(recovering)
      recovered.catch(() => undefined)
      const busy = Promise.allSettled([...recovering, traders.trade(server).then(expectOnlyLostRequests)])
      await work.provoke(server, recovered)
      await endServer(server, 'SIGKILL')
      expectOnlyLostRequests(await busy)
      if (work.afterKill !== undefined) await withStore(store, (opened) => work.afterKill?.(opened))
    }

    const last = await start(TRADERS)
    for (const work of kinds) await work.recover(last)
    await traders.expectSameResponses(last)
    await endServer(last, 'SIGTERM')
    await withStore(store, async (opened) => {
      for (const work of kinds) await work.check(opened)
      expect(await checkIntegrity(opened.db, AREAS)).toEqual([])
    })
    await store.remove()
    for (const folder of [pack, packs]) rmSync(folder, { recursive: true, force: true })
  },
  TIMEOUT_MS,
)
