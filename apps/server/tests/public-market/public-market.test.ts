import { hash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { PUBLIC_CALLS, type PublicPath, type PublicResponse } from '@clutch/contract'
import { DAY_MS } from '@clutch/contract/formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { order, serveMarket } from '../support/market-server.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PATHS = Object.keys(PUBLIC_CALLS) as PublicPath[]
const FIRST_ITEM = 1_001

describe.each(STORE_KINDS)('the public market API on %s', (kind) => {
  const { server, newItem, newPlayer } = serveMarket(kind)
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server().url}/api/public/v1${path}`, { headers })
  async function read<Path extends PublicPath>(path: Path, address: string): Promise<PublicResponse<Path>> {
    const response = await get(address)
    expect([address, response.status]).toEqual([address, 200])
    const body: unknown = await response.json()
    // Parsing drops unknown fields: the answer is exactly what the contract describes.
    expect(PUBLIC_CALLS[path].response.parse(body)).toEqual(body)
    return body as PublicResponse<Path>
  }

  it('shows the prices, the book, the history and the trades of an item without a token', async () => {
    const item = newItem()
    const [anna, boris] = [await newPlayer(0, { [item]: 20 }), await newPlayer(5_000)]
    await anna.call('POST /marketplace/create-sell-lot', order(item, 70, 5))
    await anna.call('POST /marketplace/create-sell-lot', order(item, 80, 6))
    await boris.call('POST /marketplace/create-buy-lot', order(item, 60, 3))
    await boris.call('POST /marketplace/buy-lot', order(item, 70, 2))
    await anna.call('POST /marketplace/sell-to-buy-lot', order(item, 60, 1))
    const nowSec = Math.floor(Date.now() / 1_000)

    const { prices } = await read('/prices', `/prices?ids=${item}`)
    expect(prices).toMatchObject([
      { item_id: item, buy: { price: 60, count: 2 }, sell: { price: 70, count: 3 }, last_price: 60, volume_24h: 3 },
    ])
    expect(await read('/books/:id', `/books/${item}`)).toEqual({
      item_id: item,
      sell: [
        { price: 70, count: 3 },
        { price: 80, count: 6 },
      ],
      buy: [{ price: 60, count: 2 }],
      last_price: 60,
    })
    for (const step of ['5m', '1h', '6h', '1d'] as const) {
      const { buckets } = await read('/history/:id', `/history/${item}?step=${step}`)
      expect([step, buckets.at(-1)]).toEqual([
        step,
        {
          start: expect.any(Number),
          buy: { low: 70, high: 70, average: 70, volume: 2 },
          sell: { low: 60, high: 60, average: 60, volume: 1 },
        },
      ])
      expect(buckets.at(-1)?.start).toBeLessThanOrEqual(nowSec)
    }
    const { trades, next } = await read('/trades', `/trades?item_id=${item}`)
    expect(trades).toMatchObject([
      { item_id: item, price: 70, count: 2, side: 'buy' },
      { item_id: item, price: 60, count: 1, side: 'sell' },
    ])
    expect(next).toBe(trades.at(-1)?.id)
    const text = JSON.stringify([prices, trades])
    for (const { userId, steamId } of [anna, boris]) {
      expect(text).not.toContain(userId)
      expect(text).not.toContain(steamId)
    }
  })

  it.each(['5m', '1h'])('sums the trades of a bucket of %s', async (step) => {
    const item = newItem()
    const [anna, boris] = [await newPlayer(0, { [item]: 20 }), await newPlayer(50_000)]
    for (const [price, count] of [
      [70, 2],
      [100, 1],
    ] as const) {
      await anna.call('POST /marketplace/create-sell-lot', order(item, price, count))
      await boris.call('POST /marketplace/buy-lot', order(item, price, count))
    }
    const { buckets } = await read('/history/:id', `/history/${item}?step=${step}`)
    // The second trade may belong to the next bucket.
    const bought = buckets.flatMap(({ buy }) => buy ?? [])
    expect(bought.reduce((sum, { volume }) => sum + volume, 0)).toBe(3)
    expect(bought.reduce((sum, { average, volume }) => sum + average * volume, 0)).toBe(240)
    expect(bought.map(({ low }) => low)).toContain(70)
    expect(bought.map(({ high }) => high)).toContain(100)
    expect(buckets.flatMap(({ sell }) => sell ?? [])).toEqual([])
  })

  it('gives a reader that follows the cursor every trade of the market once', async () => {
    const item = newItem()
    const [anna, boris] = [await newPlayer(0, { [item]: 20 }), await newPlayer(50_000)]
    let cursor = (await read('/trades', '/trades?limit=1')).next
    const seen: number[] = []
    const readOn = async (): Promise<number> => {
      for (let isMore = true; isMore;) {
        const page = await read('/trades', `/trades?limit=3${cursor === null ? '' : `&after=${cursor}`}`)
        seen.push(...page.trades.map((trade) => trade.price))
        isMore = page.trades.length > 0
        cursor = page.next
      }
      return seen.length
    }
    for (const prices of [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]) {
      for (const price of prices) {
        await anna.call('POST /marketplace/create-sell-lot', order(item, price, 1))
        await boris.call('POST /marketplace/buy-lot', order(item, price, 1))
      }
      // The end of the list may be cached for two seconds.
      await expect.poll(readOn).toBe(prices.at(-1))
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('names items in one language, or in all', async () => {
    const { items } = await read('/items', '/items')
    expect(items.find(({ item_id }) => item_id === FIRST_ITEM)?.name).toEqual(expect.any(String))
    const { items: all } = await read('/items', '/items?lang=all')
    expect(all.find(({ item_id }) => item_id === FIRST_ITEM)?.name).toMatchObject({
      en: expect.any(String),
      ja: expect.stringContaining('ja'),
    })
  })

  it('is described in an OpenAPI document that anyone can read', async () => {
    const document = (await (await get('/openapi.json')).json()) as { paths: Record<string, unknown> }
    const described = PATHS.map((path) => `/api/public/v1${path.replace(':id', '{id}')}`)
    expect(Object.keys(document.paths).toSorted()).toEqual(
      [...described, '/api/public/v1/dumps/{name}', '/api/public/v1/stream'].toSorted(),
    )
  })

  it('lets pages on other origins send a validator and the version', async () => {
    const preflight = await fetch(`${server().url}/api/public/v1/prices`, {
      method: 'OPTIONS',
      headers: { origin: 'https://tools.example', 'access-control-request-method': 'GET' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('If-None-Match')
  })

  it('publishes a file of the trades and one of the prices of each day that is over', async () => {
    const { dumps } = server().server
    const item = newItem()
    const [anna, boris] = [await newPlayer(0, { [item]: 20 }), await newPlayer(5_000)]
    await anna.call('POST /marketplace/create-sell-lot', order(item, 70, 5))
    await boris.call('POST /marketplace/buy-lot', order(item, 70, 2))
    await boris.call('POST /marketplace/create-buy-lot', order(item, 60, 3))
    await anna.call('POST /marketplace/sell-to-buy-lot', order(item, 60, 1))
    // A test that runs over midnight has trades in two days.
    await dumps.makeMissing(Date.now() + 2 * DAY_MS)

    const { files } = await read('/dumps/manifest.json', '/dumps/manifest.json')
    const linesOf = async (table: string): Promise<string[]> => {
      const lines: string[] = []
      for (const { name, sha256, rows, bytes } of files.filter((file) => file.table === table)) {
        const response = await get(`/dumps/${name}`)
        const packed = Buffer.from(await response.arrayBuffer())
        expect([hash('sha256', packed), packed.length]).toEqual([sha256, bytes])
        expect(response.headers.get('etag')).toBe(`"${sha256}"`)
        expect((await get(`/dumps/${name}`, { 'if-none-match': `"${sha256}"` })).status).toBe(304)
        const [, ...found] = gunzipSync(packed).toString().trimEnd().split('\n')
        expect(found).toHaveLength(rows)
        lines.push(...found)
      }
      return lines
    }
    const { trades } = await read('/trades', `/trades?item_id=${item}`)
    const ours = (await linesOf('trades')).filter((line) => line.split(',')[1] === String(item))
    expect(ours).toEqual(
      trades.map(({ id, item_id, traded_at, price, count, side }) =>
        [id, item_id, traded_at, price, count, side].join(','),
      ),
    )
    expect(ours.map((line) => line.split(',').slice(3).join())).toEqual(['70,2,buy', '60,1,sell'])
    expect(await linesOf('prices')).toContain(`${item},60,70,66,60,3,200,2`)
    expect((await get('/dumps/trades-2001-01-01.csv.gz')).status).toBe(404)
    expect((await get('/dumps/..%2Fmanifest.json')).status).toBe(400)
  })

  it('keeps the files of thirty days, and makes none twice', async () => {
    const { dumps } = server().server
    const { files } = dumps
    await dumps.makeMissing(Date.now() + 2 * DAY_MS)
    expect(dumps.files).toBe(files)
    await dumps.makeMissing(Date.now() + 40 * DAY_MS)
    expect(dumps.files.filter(({ day }) => files.some((file) => file.day === day))).toEqual([])
  })

  it('reports the economy by day without names', async () => {
    const { days } = await read('/report', '/report')
    expect(days.at(-1)).toMatchObject({ is_open: true, supply: expect.any(Number) })
    expect(days.at(-1)?.flows.length).toBeGreaterThan(0)
  })

  describe.each(PATHS)('%s', (path) => {
    const address = path.replace(':id', String(FIRST_ITEM))

    it('may be read by any page, cached, and validated without a body', async () => {
      const first = await get(address)
      expect(first.headers.get('access-control-allow-origin')).toBe('*')
      expect(first.headers.get('cache-control')).toBe(
        `public, max-age=${PUBLIC_CALLS[path].maxAgeSec}, stale-while-revalidate=30`,
      )
      expect(first.headers.get('set-cookie')).toBeNull()
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      const again = await get(address, { 'if-none-match': etag })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      expect((await get(address, { 'if-none-match': '"other"' })).status).toBe(200)
    })

    it('is sent compressed, with one validator per encoding', async () => {
      const { url } = server()
      const fetched = (encoding: string) =>
        new Promise<{ body: Buffer; etag: string | undefined; encoding: string | undefined }>((resolve, reject) => {
          request(`${url}/api/public/v1${address}`, { headers: { 'accept-encoding': encoding } }, (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('end', () =>
              resolve({
                body: Buffer.concat(chunks),
                etag: response.headers.etag,
                encoding: response.headers['content-encoding'],
              }),
            )
          })
            .on('error', reject)
            .end()
        })
      const [plain, packed] = [await fetched('identity'), await fetched('br')]
      expect(packed.encoding).toBe('br')
      expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true)
      expect(packed.etag).not.toBe(plain.etag)
    })
  })

  const TOO_MANY = Array.from({ length: 201 }, (_, index) => index + 1).join(',')

  it.each([
    ['/prices?ids=1,x', 400, 'invalid_input'],
    [`/prices?ids=${TOO_MANY}`, 400, 'invalid_input'],
    ['/prices?ids=999999', 404, 'unknown_item'],
    ['/books/999999', 404, 'unknown_item'],
    ['/books/0', 400, 'invalid_input'],
    ['/history/1001?step=2h', 400, 'invalid_input'],
    ['/trades?limit=501', 400, 'invalid_input'],
    ['/trades?after=tomorrow', 400, 'invalid_input'],
    ['/items?lang=de', 400, 'invalid_input'],
    ['/unknown', 404, 'not_found'],
  ])('rejects %.40s', async (address, status, code) => {
    const response = await get(address)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code])
  })
})

describe('the budget of the public market API', () => {
  let server: TestServer
  beforeAll(async () => {
    // 72 uses.
    server = await startTestServer({ rateLimitFactor: 0.01 })
  })
  afterAll(() => server.close())

  it('charges errors most and unchanged answers least, and shows what is left', async () => {
    const left = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.url}/api/public/v1${path}`, { headers })
      await response.arrayBuffer()
      const [, uses] = /r=(\d+);t=\d+$/.exec(response.headers.get('ratelimit') ?? '') ?? []
      return { status: response.status, left: Number(uses), etag: response.headers.get('etag') ?? '', response }
    }
    const first = await left('/books/1001')
    expect(first.left).toBe(70)
    expect(first.response.headers.get('ratelimit-policy')).toBe('"address";q=72;w=900')
    expect(await left('/books/1001', { 'if-none-match': first.etag })).toMatchObject({ status: 304, left: 69 })
    expect(await left('/books/0')).toMatchObject({ status: 400, left: 64 })
    for (let use = 0; use < 32; use += 1) await left('/books/1001')
    const refused = await left('/books/1001')
    expect([refused.status, refused.left]).toEqual([429, 0])
    expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

it('is switched off by PUBLIC_API=off', async () => {
  const server = await startTestServer({ environment: { PUBLIC_API: 'off' } })
  expect((await fetch(`${server.url}/api/public/v1/items`)).status).toBe(404)
  await server.close()
})
