// Fails the build when the market's first load exceeds its budget: JavaScript before the chart, brotli-compressed.
import { readFile, stat } from 'node:fs/promises'
import { firstLoadFiles, type BuiltModule } from './first-load.ts'

const DIST = new URL('../dist/', import.meta.url)
const BUDGET_BYTES = 200_000
const BYTES_PER_KB = 1_000

/** The market in English. */
const MARKET = [
  'index.html',
  'app',
  'src/features/market/MarketPage.tsx',
  ...['shell', 'errors', 'market'].map((area) => `src/locales/en/${area}.json`),
]

const manifest: Record<string, BuiltModule> = JSON.parse(await readFile(new URL('.vite/manifest.json', DIST), 'utf8'))
let total = 0
for (const file of firstLoadFiles(manifest, MARKET)) total += await sentBytes(file)

console.log(`First load of the market: ${(total / BYTES_PER_KB).toFixed(1)} kB of ${BUDGET_BYTES / BYTES_PER_KB} kB`)
if (total > BUDGET_BYTES) process.exit(1)

/** Files too small to be compressed are sent as they are. */
async function sentBytes(file: string): Promise<number> {
  const compressed = await stat(new URL(`${file}.br`, DIST)).catch(() => undefined)
  return (compressed ?? (await stat(new URL(file, DIST)))).size
}
