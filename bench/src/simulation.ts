import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadContentPack, type ContentPack } from '../../packages/content/src/index.ts'
import { asItemId, rngFromText, simulate, type Catalogue, type StartedWork } from '@clutch/economy'
import { toCatalogue } from '../../apps/server/src/content/to-catalogue.ts'
import { makePack, RECIPES } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import { pathOf, start } from './processes.ts'
import { AMPLE_STARTER, itemIds, sendOrders } from './send-orders.ts'
import { median, printFigures, type Figure } from './table.ts'

const DEMO = fileURLToPath(new URL('../../packages/content/packs/demo', import.meta.url))
const RUNS = 10_000
const TARGET_MS = 500
const ROUNDS = 3
const MICROSECONDS_PER_MS = 1_000
const SLOWEST_SHOWN = 3
const SECONDS = 6
const CONNECTIONS = 512
const ITEMS = 20
/** Players who simulate at the same time without a pause. */
const SIMULATORS = 8

/** Measures the slowest simulations. */
export async function benchSimulation(): Promise<void> {
  const loaded = await loadContentPack(DEMO)
  if (!loaded.ok) throw new Error('The demo pack cannot be used')
  benchRecipes(toCatalogue(loaded.pack), loaded.pack)
}

function benchRecipes(catalogue: Catalogue, { roulette }: ContentPack): void {
  const terms = { ...catalogue, roulette: roulette === null ? undefined : wheelOf(roulette) }
  const works: StartedWork[] = [
    ...Array.from(catalogue.craftRecipes.keys(), (recipeId) => ({ kind: 'craft', recipeId, count: 1 }) as const),
    ...Array.from(catalogue.factoryRecipes.values(), ({ id, slots }) => {
      const inputIds = slots.flatMap(([option]) => option?.itemId ?? [])
      return { kind: 'factory', recipeId: id, inputIds, count: 1 } as const
    }),
    ...Array.from(catalogue.harvestRecipes.values(), ({ id, slots }) => ({
      kind: 'harvest' as const,
      recipeId: id,
      maxParallel: 1,
      slots: slots.map(({ items }) =>
        items.slice(0, 1).map(({ itemId }) => ({ itemId, limit: 0, priority: 0, max: 0 })),
      ),
    })),
    { kind: 'roulette', count: 1 },
  ]
  const measured = works.map((work) => {
    const rounds = Array.from({ length: ROUNDS }, (_, round) => {
      const [beganMs, usedBefore] = [performance.now(), process.cpuUsage()]
      const outcome = simulate(terms, work, new Map(), rngFromText(`${round}`), { runs: RUNS, isOver: () => false })
      if (!outcome.ok) throw new Error(`${JSON.stringify(work)}: ${outcome.error.code}`)
      const { user, system } = process.cpuUsage(usedBefore)
      return { ms: performance.now() - beganMs, processorMs: (user + system) / MICROSECONDS_PER_MS }
    })
    return {
      what: 'recipeId' in work ? `${work.kind} ${work.recipeId}` : work.kind,
      ms: median(rounds.map(({ ms }) => ms)),
      processorMs: median(rounds.map(({ processorMs }) => processorMs)),
    }
  })
  console.log(`\n${RUNS.toLocaleString('en')} runs of one unit; the slowest of all ${works.length} in the demo game`)
  for (const { what, ms, processorMs } of measured
    .toSorted((a, b) => b.processorMs - a.processorMs)
    .slice(0, SLOWEST_SHOWN)) {
    const times = `${Math.round(ms).toString().padStart(8)} ms, ${Math.round(processorMs)} ms of CPU time`
    console.log(`  ${what.padEnd(52)} ${times}   target ${TARGET_MS} ${ms < TARGET_MS ? '✓' : '✗'}`)
  }
}

function wheelOf({ cost, prizes }: NonNullable<ContentPack['roulette']>) {
  const stake = (one: typeof cost) =>
    one.kind === 'coins' ? { itemId: undefined, count: one.coins } : { itemId: asItemId(one.itemId), count: one.count }
  return {
    cost: stake(cost),
    prizes: prizes.map((prize) => ({ ...stake(prize), weight: prize.weight })),
    tableHash: '',
  }
}

/**
 * Compares orders without simulations, with continuous simulations, and with an unrelated process at the lowest
 * priority, which is what any other work on the machine costs.
 */
export async function benchOrdersDuringSimulations(): Promise<void> {
  const pack = makePack({ items: ITEMS, ...AMPLE_STARTER, production: true })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
  const cluster = await startPostgres({ max_wal_size: '4GB' })
  const environment = { DATABASE_URL: `${cluster.url}/postgres`, DATA_DIR: folder, CONTENT_DIR: pack }
  const server = await start<{ url: string; tokens: readonly string[] }>(
    pathOf('../../tools/load-server.ts'),
    environment,
  )
  try {
    const { url, tokens } = server.ready
    await orders(url, tokens)
    const [alone, duringSimulations, duringUnrelated, simulations]: number[][] = [[], [], [], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      alone?.push(await orders(url, tokens))
      const simulating = simulateUntilStopped(url, tokens.slice(0, SIMULATORS))
      duringSimulations?.push(await orders(url, tokens))
      simulations?.push((await simulating.stop()) / SECONDS)
      const spinning = await start(pathOf('./spin-process.ts'), {})
      duringUnrelated?.push(await orders(url, tokens))
      await spinning.stop()
    }
    const withoutAny: Figure = { what: 'orders, no simulations', perSecond: alone ?? [] }
    const withSome: Figure = {
      what: `orders, ${SIMULATORS} players simulate without a pause`,
      perSecond: duringSimulations ?? [],
    }
    const withForeign: Figure = { what: 'orders, an unrelated process computes', perSecond: duringUnrelated ?? [] }
    printFigures(
      'Durable matched orders over HTTP on PostgreSQL',
      [
        withoutAny,
        withSome,
        withForeign,
        { what: `simulations of ${RUNS} runs meanwhile`, perSecond: simulations ?? [] },
      ],
      [
        { what: 'with / without simulations', of: withSome, to: withoutAny, target: 0.95 },
        { what: 'with / without the unrelated process', of: withForeign, to: withoutAny, target: undefined },
      ],
    )
  } finally {
    await server.stop()
    await cluster.stop()
    for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  }
}

async function orders(url: string, tokens: readonly string[]): Promise<number> {
  const toSend = { url, tokens, seconds: SECONDS, connections: CONNECTIONS, items: itemIds(ITEMS) }
  return (await sendOrders('http', toSend)).perSecond
}

/** @returns a handle to stop, which returns the number of finished simulations. */
function simulateUntilStopped(url: string, tokens: readonly string[]): { stop(): Promise<number> } {
  const stopping = new AbortController()
  let ended = 0
  const body = JSON.stringify({ kind: 'craft', receipt_id: RECIPES.slowCraft, count: 10, runs: RUNS })
  const running = tokens.map(async (token) => {
    while (!stopping.signal.aborted) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(`${url}/api/sim/run`, { method: 'POST', headers, body })
      if (response.ok && !stopping.signal.aborted) ended += 1
      await response.arrayBuffer()
    }
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
      return ended
    },
  }
}
