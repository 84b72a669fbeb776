import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIRST_ITEM_ID } from '../../apps/server/tests/support/make-pack.ts'
import { serveMarket } from '../../apps/server/tests/support/market-server.ts'
import { newSteamId } from '../../apps/server/tests/support/player.ts'
import { startRelay, type Relay } from '../../apps/server/tests/support/relay.ts'
import { ServerClient } from '../../apps/server/tests/support/server-client.ts'
import { runExample } from './run-example.ts'

const DROPS = 300
const PLAYERS = 20
/** One response among this many drops is lost; every third time the example is killed at that moment. */
const DROPS_PER_LOSS = 10
const LOSSES_PER_KILL = 3
const KILLS = DROPS / DROPS_PER_LOSS / LOSSES_PER_KILL

const { server } = serveMarket('pglite')
const folder = mkdtempSync(join(tmpdir(), 'clutch-drops-'))
let relay: Relay
let game: ServerClient
let environment: Record<string, string>

beforeAll(async () => {
  relay = await startRelay(Number(new URL(server().url).port))
  game = await ServerClient.open(server())
  environment = { CLUTCH: `http://127.0.0.1:${relay.port}`, KEY: game.secret }
})
afterAll(async () => {
  await relay.close()
  rmSync(folder, { recursive: true })
})

const idOf = (index: number): string => `quest-${String(index).padStart(4, '0')}`
const lines = (drops: readonly object[]): string => drops.map((drop) => `${JSON.stringify(drop)}\n`).join('')

async function inventoryOf(steamId: string) {
  return game.call('GET /players/:steam_id/inventory', { params: { steam_id: steamId } })
}

it('grants every drop exactly once although it is killed and responses are lost', async () => {
  const steamIds = Array.from({ length: PLAYERS }, newSteamId)
  const drops = Array.from({ length: DROPS }, (_, index) => ({
    id: idOf(index),
    steam_id: steamIds[index % PLAYERS] ?? '',
    items: [{ item_id: FIRST_ITEM_ID + (index % 3), delta: 1 + (index % 5) }],
  }))
  const journal = join(folder, 'killed.journal')
  const lost = Array.from(
    { length: DROPS / DROPS_PER_LOSS },
    (_, index) => index * DROPS_PER_LOSS + randomInt(DROPS_PER_LOSS),
  )
  const run = () => runExample('quest-drop/quest-drop.ts', environment, { args: [journal], input: lines(drops) })
  let kills = 0
  let example = run()
  for (const [losses, index] of lost.entries()) {
    await relay.loseResponseTo(idOf(index))
    if (losses % LOSSES_PER_KILL !== 0) continue
    // The drop has been granted, which the example does not know.
    example.child.kill('SIGKILL')
    await example.ended
    kills += 1
    example = run()
  }
  expect([await example.ended, kills], `lost ${String(lost)}: ${example.printed()}`).toEqual([0, KILLS])

  const wanted = new Map<string, number>()
  for (const { steam_id, items } of drops) {
    for (const { item_id, delta } of items) {
      const key = `${steam_id} ${item_id}`
      wanted.set(key, (wanted.get(key) ?? 0) + delta)
    }
  }
  const granted = new Map<string, number>()
  for (const steamId of steamIds)
    for (const { item_id, free } of (await inventoryOf(steamId)).items) granted.set(`${steamId} ${item_id}`, free)
  expect(granted, `lost ${String(lost)}`).toEqual(wanted)
  const { events } = await game.call('GET /events', { query: { types: 'operation.posted', limit: '1000' } })
  expect(events).toHaveLength(DROPS)
  const finished = readFileSync(journal, 'utf8').match(/^\{"finished":"quest-\d{4}"\}$/gm)
  expect(new Set(finished).size).toBe(DROPS)
})

it('gives up a drop that Clutch rejects, and continues with the next', async () => {
  const steam_id = newSteamId()
  const items = [{ item_id: FIRST_ITEM_ID, delta: 2 }]
  const example = runExample('quest-drop/quest-drop.ts', environment, {
    args: [join(folder, 'rejected.journal')],
    input: lines([
      { id: 'rejected', steam_id, items: [{ item_id: 9_999, delta: 1 }] },
      { id: 'granted', steam_id, items },
    ]),
  })
  expect(await example.ended).toBe(0)
  expect(example.printed()).toContain('rejected rejected: unknown_item')
  expect((await inventoryOf(steam_id)).items).toMatchObject([{ item_id: FIRST_ITEM_ID, free: 2 }])
})
