// Fails the build when the market's first load exceeds its budget: JavaScript before the chart, brotli-compressed.
import { readFile, stat } from 'node:fs/promises'
import { firstLoadFiles, type BuiltModule } from './first-load.ts'

const DIST = new URL('../dist/', import.meta.url)
/** Until the market is shown, and with the live connection, which loads next. */
const BUDGET_BYTES = { market: 200_000, live: 205_000 }
const BYTES_PER_KB = 1_000

/** The market in English. */
const MARKET = [
  'index.html',
  'app',
  'src/features/market/MarketPage.tsx',
  ...['shell', 'errors', 'market'].map((area) => `src/locales/en/${area}.json`),
]

const LIVE = '../../packages/contract/src/live/index.ts'

const manifest: Record<string, BuiltModule> = JSON.parse(await readFile(new URL('.vite/manifest.json', DIST), 'utf8'))
const marketBytes = await loadBytes(MARKET)
const liveBytes = await loadBytes([...MARKET, LIVE])
console.log(`First load of the market: ${used(marketBytes, BUDGET_BYTES.market)}`)
console.log(`With its live connection: ${used(liveBytes, BUDGET_BYTES.live)}`)
if (marketBytes > BUDGET_BYTES.market || liveBytes > BUDGET_BYTES.live) process.exit(1)

async function loadBytes(entries: readonly string[]): Promise<number> {
  const sizes = await Promise.all(firstLoadFiles(manifest, entries).map((file) => sentBytes(file)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function used(bytes: number, budget: number): string {
  return `${(bytes / BYTES_PER_KB).toFixed(1)} kB of ${budget / BYTES_PER_KB} kB`
}

/** Files too small to be compressed are sent as they are. */
async function sentBytes(file: string): Promise<number> {
  const compressed = await stat(new URL(`${file}.br`, DIST)).catch(() => undefined)
  return (compressed ?? (await stat(new URL(file, DIST)))).size
}
