import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallBody, CallName } from '@clutch/contract'
import { FIRST_ITEM_ID, makePack } from '../../apps/server/tests/support/make-pack.ts'
import { startPostgres } from '../../tools/postgres-cluster.ts'
import { fillPlayer, RICHES, type RichPlayer } from './rich-player.ts'
import { median } from './table.ts'

const ITEMS = 10_000
const ROUNDS = 40
const WARM_UP_ROUNDS = 3
const TARGET_MS = 50
const NOW_SEC = Math.floor(Date.now() / 1_000)
const A_YEAR_SEC = 365 * 86_400
const MONTH_SEC = 30 * 86_400
const LATE_SHARE = 0.95
/** Position of a typical item among the owned ones. */
const RARE_SHARE = 0.75
const OK = 200
const KEPT_ALIVE = new Agent({ keepAlive: true, maxSockets: 1 })

interface ListCall {
  readonly what: string
  readonly path: string
  readonly body?: unknown
}

/** All list calls, made by a rich player. */
export function listCalls(player: RichPlayer, { ownedItems } = RICHES): ListCall[] {
  const range = { start_date: NOW_SEC - MONTH_SEC, end_date: NOW_SEC, interval: 'day' } as const
  const year = { start_date: NOW_SEC - A_YEAR_SEC, end_date: NOW_SEC } as const
  const itemId = FIRST_ITEM_ID
  const rare = FIRST_ITEM_ID + Math.floor(ownedItems * RARE_SHARE)
  return [
    post('POST /get-all-items', undefined),
    post('POST /v2/get-all-items', {}),
    post('POST /inventory/get', undefined),
    post('POST /inventory/worth', undefined),
    post('POST /inventory/history', {}),
    post('POST /inventory/history', { last_uuid: player.oldOperationId }, 'far back'),
    post('POST /inventory/history', { filter_item_id: rare }, 'of an item'),
    post('POST /inventory/chart', { item_id: itemId, ...range }),
    post('POST /inventory/chart', { item_id: itemId, ...year, interval: 'hour' }, 'most points'),
    post('POST /marketplace/get-all-prices', undefined),
    post('POST /marketplace/get-item-details', { item_type_id: itemId }),
    post('POST /marketplace/get-chart', { item_type_id: itemId, ...range }),
    post('POST /marketplace/get-my-lots', undefined),
    post('POST /marketplace/get-lot-history', {}),
    post('POST /marketplace/get-lot-history', { last_uuid: player.oldRecordId }, 'far back'),
    post('POST /marketplace/get-lot-history', { types: ['cancel_sell'] }, 'of a rare type'),
    post('POST /marketplace/get-lot-history', { item_type_id: rare, types: ['buy_auto'] }, 'of item and type'),
    post('POST /marketplace/get-profits', undefined),
    post('POST /watchlist/get', undefined),
    post('POST /alerts/get', undefined),
    post('POST /notifications/get', {}),
    { what: 'GET /news', path: '/news?lang=en' },
  ]
}

function post<Name extends CallName>(name: Name, body: CallBody<Name> | undefined, how = ''): ListCall {
  return { what: `${name} ${how}`.trim(), path: name.split(' ')[1] ?? '', body: body ?? {} }
}

/** Measures each list for a player with 2,000 item types, 100,000 history entries and 200 open lots. */
export async function benchLists(): Promise<void> {
  const pack = makePack({ items: ITEMS, starterCoins: 1_000_000, starterCount: 5 })
  const cluster = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'clutch-lists-'))
  try {
    await benchOn('PGlite', { DATA_DIR: join(folder, 'pglite'), CONTENT_DIR: pack })
    await benchOn('PostgreSQL', { DATABASE_URL: `${cluster.url}/postgres`, CONTENT_DIR: pack })
  } finally {
    await cluster.stop()
    for (const path of [folder, pack]) rmSync(path, { recursive: true, force: true })
  }
}

async function benchOn(store: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const { url, player, close } = await fillPlayer(environment)
  console.log(`\nLists of a rich player on ${store}, ms: median, p95 of ${ROUNDS}, compressed size in kB`)
  for (const call of listCalls(player)) {
    const timesMs: number[] = []
    let bytes = 0
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const beganMs = performance.now()
      bytes = await fetchList(url, player.token, call)
      if (round >= 0) timesMs.push(performance.now() - beganMs)
    }
    const late = timesMs.toSorted((a, b) => a - b)[Math.floor(ROUNDS * LATE_SHARE)] ?? 0
    const middle = median(timesMs)
    const verdict = middle < TARGET_MS ? '✓' : '✗'
    const kilobytes = Math.ceil(bytes / 1_000)
    console.log(
      `  ${call.what.padEnd(62)} ${middle.toFixed(1).padStart(7)} ${late.toFixed(1).padStart(7)} ${String(kilobytes).padStart(7)}  ${verdict}`,
    )
  }
  KEPT_ALIVE.destroy()
  await close()
}

/** @returns the size of the response as transferred, without decoding it. */
export function fetchList(url: string, token: string, { path, body }: ListCall): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip, br',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const options = { method: body === undefined ? 'GET' : 'POST', headers, agent: KEPT_ALIVE }
    const asking = request(`${url}/api${path}`, options, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === OK) resolve(bytes)
        else reject(new Error(`${path} answered ${response.statusCode}`))
      })
    })
    asking.on('error', reject)
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
