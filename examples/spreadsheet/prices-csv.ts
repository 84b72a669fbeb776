import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createPublicClient, unwrap } from '@clutch/client'

/**
 * Serves market prices as CSV, which spreadsheets load by URL:
 *
 *     CLUTCH=http://localhost:3000 node examples/spreadsheet/prices-csv.ts
 *
 * - Google Sheets: =IMPORTDATA("https://prices.example/prices.csv"); Google must reach the address.
 * - LibreOffice: Sheet, External Links. Excel: Data, From Web.
 * - The names' language: /prices.csv?lang=ja
 *
 * Whole days of trades and prices are files that need no program: see "Daily files" in docs/public-api.md.
 */
const { CLUTCH: url = 'http://localhost:3000', PORT = '8090' } = process.env
const LANGUAGES = ['en', 'ru', 'zh', 'tr', 'pt', 'ja'] as const
const HEADER = ['item_id', 'name', 'buy', 'sell', 'last_price', 'fair_price', 'change_24h', 'volume_24h']
const clutch = createPublicClient({ url })

createServer((request, response) => void respond(request, response)).listen(Number(PORT), () =>
  console.log(`Prices at http://localhost:${PORT}/prices.csv`),
)

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname !== '/prices.csv') return void response.writeHead(404).end()
  const lang = LANGUAGES.find((each) => each === searchParams.get('lang')) ?? 'en'
  try {
    const csv = await makeCsv(lang)
    response
      .writeHead(200, { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'public, max-age=60' })
      .end(csv)
  } catch (error) {
    console.error(error)
    response.writeHead(502).end('Prices are not available')
  }
}

async function makeCsv(lang: (typeof LANGUAGES)[number]): Promise<string> {
  const [{ items }, { prices }] = await Promise.all([
    clutch.GET('/api/public/v1/items', { params: { query: { lang } } }).then(unwrap),
    clutch.GET('/api/public/v1/prices').then(unwrap),
  ])
  const names = new Map(items.map(({ item_id, name }) => [item_id, typeof name === 'string' ? name : '']))
  const rows = prices.map((price) => [
    price.item_id,
    names.get(price.item_id),
    price.buy?.price,
    price.sell?.price,
    // 0 is "unknown" in these two.
    price.last_price || undefined,
    price.fair_price || undefined,
    price.change_24h === null ? undefined : price.change_24h / 10_000,
    price.volume_24h,
  ])
  return [HEADER, ...rows].map((row) => `${row.map(toField).join(',')}\r\n`).join('')
}

/** A field of CSV (RFC 4180). A text that begins like a formula must not become one. */
function toField(value: string | number | undefined): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
