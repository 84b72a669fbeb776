import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { pathOf, runToEnd, start } from './processes.ts'
import { AMPLE_STARTER } from './send-orders.ts'
import { printFigures, type Figure } from './table.ts'

const ROUNDS = 3
const SECONDS = 5
const CONNECTIONS = 64
const ITEMS = 1_000
/** Headers that belong to one connection. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length'])

/** Compares unchanged prices of the public market API with a bare `node:http` server that answers the same headers. */
export async function benchPublicPrices(): Promise<void> {
  const pack = makePack({ items: ITEMS, ...AMPLE_STARTER })
  const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
  const clutch = await start<{ url: string }>(pathOf('../../tools/load-server.ts'), {
    DATABASE_URL: '',
    DATA_DIR: folder,
    CONTENT_DIR: pack,
  })
  const address = `${clutch.ready.url}/api/public/v1/prices`
  const first = await fetch(address, { headers: { 'accept-encoding': 'br' } })
  await first.arrayBuffer()
  const headers = { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' }
  const unchanged = await fetch(address, { headers })
  const same = Object.fromEntries([...unchanged.headers].filter(([name]) => !OF_CONNECTION.has(name)))
  const bare = await start<{ url: string }>(pathOf('./not-modified-process.ts'), {}, same)
  const measure = (url: string) =>
    runToEnd<{ perSecond: number }>(pathOf('./get-load-process.ts'), {
      url,
      headers,
      seconds: SECONDS,
      connections: CONNECTIONS,
      status: 304,
    })
  const ofClutch: number[] = []
  const ofBare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ofClutch.push((await measure(address)).perSecond)
    ofBare.push((await measure(bare.ready.url)).perSecond)
  }
  await Promise.all([clutch.stop(), bare.stop()])
  for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  const clutchFigure: Figure = { what: 'Clutch, GET /prices', perSecond: ofClutch }
  const bareFigure: Figure = { what: 'node:http', perSecond: ofBare }
  printFigures(
    'Unchanged public prices (304)',
    [clutchFigure, bareFigure],
    [{ what: 'Clutch / node:http', of: clutchFigure, to: bareFigure, target: 0.8 }],
  )
}
