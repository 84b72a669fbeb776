import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerKey } from '../../apps/server/src/areas/server-keys/manage-keys.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { FIRST_ITEM_ID, makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import { pathOf, start } from './processes.ts'
import { printFigures, type Figure } from './table.ts'

/** Each gets one grant per round. */
const PLAYERS = 10_000
const BULK = 500
const BULKS_IN_FLIGHT = 2
const ROUNDS = 3
const FIRST_STEAM_ID = 76_561_197_000_000_000n
const MS = 1_000

interface Target {
  readonly url: string
  readonly secret: string
}

/** Bulk grants of the game's server per second: 10,000 to as many players in a minute is the least. */
export async function benchGrants(): Promise<void> {
  const pack = makePack({ items: 3, starterCoins: 0, starterCount: 1 })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const cluster = await startPostgres({ max_wal_size: '4GB' })
    stops.push(() => cluster.stop())
    const open = async (databaseUrl: string | undefined): Promise<Target> => {
      const secret = await createKey(databaseUrl, folder)
      const environment = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: folder, CONTENT_DIR: pack, LOAD_PLAYERS: '1' }
      const process = await start<{ url: string }>(pathOf('../../tools/load-server.ts'), environment)
      stops.push(() => process.stop())
      return { url: process.ready.url, secret }
    }
    const targets = {
      'on PostgreSQL': await open(`${cluster.url}/postgres`),
      'on the embedded database': await open(undefined),
    }
    const figures: Figure[] = []
    for (const [where, target] of Object.entries(targets)) {
      figures.push({ what: `first grants that register the player, ${where}`, perSecond: [await grantAll(target, 0)] })
      const perSecond: number[] = []
      for (let round = 1; round <= ROUNDS; round += 1) perSecond.push(await grantAll(target, round))
      figures.push({ what: `bulk grants, ${where}`, perSecond })
    }
    printFigures(`Grants of an item and coins, ${BULK} per call`, figures, [])
  } finally {
    for (const stop of stops.toReversed()) await stop()
    for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  }
}

async function createKey(databaseUrl: string | undefined, dataDir: string): Promise<string> {
  const store = await openStore({ databaseUrl, dataDir })
  const { secret } = await createServerKey(
    store.db,
    {
      name: 'bench',
      scopes: ['inventory:grant', 'coins:grant', 'players:create'],
      networks: [],
      expires_at: null,
      ceilings: { coins: null, units_per_item: null },
      test: false,
    },
    'bench',
  )
  await store.close()
  return secret
}

/** Grants once to every player. @returns grants per second */
async function grantAll({ url, secret }: Target, round: number): Promise<number> {
  const waiting = Array.from({ length: PLAYERS / BULK }, (_, index) => index * BULK)
  const beganMs = performance.now()
  const sender = async (): Promise<void> => {
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      const transactions = Array.from({ length: BULK }, (_, index) => entry(first + index, round))
      const response = await fetch(`${url}/api/server/v1/transactions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ transactions }),
      })
      const { outcomes } = (await response.json()) as { readonly outcomes: readonly { readonly error: unknown }[] }
      if (outcomes.some(({ error }) => error !== null)) throw new Error(JSON.stringify(outcomes[0]))
    }
  }
  await Promise.all(Array.from({ length: BULKS_IN_FLIGHT }, sender))
  return (PLAYERS * MS) / (performance.now() - beganMs)
}

function entry(player: number, round: number): object {
  return {
    steam_id: String(FIRST_STEAM_ID + BigInt(player)),
    transaction_id: `${round}:${player}`,
    kind: 'quest_drop',
    items: [{ item_id: FIRST_ITEM_ID, delta: 1 }],
    coins: 5,
    create_player: true,
  }
}
