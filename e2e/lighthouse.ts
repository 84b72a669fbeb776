import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { chromium, type BrowserContext } from '@playwright/test'
import { CHROMIUM } from './support/chromium.ts'
import { Clutch } from './support/clutch.ts'
import { enter } from './support/journey.ts'

/**
 * Runs Lighthouse over the pages that people open first, on a desktop and on a phone with a slow network and processor:
 * `npm run lighthouse`, with `-- PAGE` for one page and `-- all 3` for the median of three loads of each.
 */
const PAGES = [
  { name: 'welcome', path: '/', isSignedIn: false },
  { name: 'home', path: '/', isSignedIn: true },
  { name: 'market', path: '/marketplace/market', isSignedIn: true },
  { name: 'item', path: '/marketplace/market#/item=1001', isSignedIn: true },
  { name: 'inventory', path: '/inventory/page', isSignedIn: true },
  { name: 'craft', path: '/craft/receipts', isSignedIn: true },
  { name: 'harvest', path: '/harvest/receipts', isSignedIn: true },
] as const
/** Downloaded on use: with its dependencies it would be a sixth of every install. */
const LIGHTHOUSE = 'lighthouse@13.4.1'
const REPORT_BYTES_MAX = 64 * 1_024 * 1_024
const DEVICES = { desktop: ['--preset=desktop'], phone: [] }
const STEAM_ID = '76561198000000101'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FIGURES = {
  'first paint ms': 'first-contentful-paint',
  'largest paint ms': 'largest-contentful-paint',
  'blocked ms': 'total-blocking-time',
  shift: 'cumulative-layout-shift',
  'speed ms': 'speed-index',
} as const

type Figures = Record<string, number>

const [, , wanted = 'all', runs = '1'] = process.argv
const clutch = await Clutch.start({ isLiving: true })
try {
  const rows: object[] = []
  for (const page of PAGES.filter(({ name }) => wanted === 'all' || name === wanted))
    for (const device of ['desktop', 'phone'] as const) {
      const loads: Figures[] = []
      for (let run = 0; run < Number(runs); run += 1) loads.push(await load(page, device))
      rows.push({ page: page.name, device, ...median(loads) })
    }
  console.table(rows)
} finally {
  await clutch.stop()
}

/** Loads the page once with an empty cache, in a separate browser. */
async function load({ path, isSignedIn }: (typeof PAGES)[number], device: keyof typeof DEVICES): Promise<Figures> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'clutch-lighthouse-'))
  const browser = await chromium.launchPersistentContext(folder, {
    ...CHROMIUM,
    args: [...CHROMIUM.args, `--remote-debugging-port=${port}`],
  })
  try {
    if (isSignedIn) await signInBrowser(browser)
    const flags = [`--port=${port}`, '--disable-storage-reset', `--only-categories=${CATEGORIES.join(',')}`]
    const output = ['--output=json', '--output-path=stdout', '--quiet']
    const args = ['--yes', LIGHTHOUSE, `${clutch.url}${path}`, ...flags, ...output, ...DEVICES[device]]
    const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: REPORT_BYTES_MAX })
    return readFigures(JSON.parse(stdout) as Report)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signInBrowser(browser: BrowserContext): Promise<void> {
  const page = await browser.newPage()
  await enter(page, clutch.url, { steamId: STEAM_ID })
  await page.close()
}

interface Report {
  readonly runtimeError?: { readonly message: string }
  readonly categories: Readonly<Record<string, { readonly score: number | null } | undefined>>
  readonly audits: Readonly<
    Record<string, { readonly numericValue?: number; readonly score: number | null } | undefined>
  >
}

function readFigures(report: Report): Figures {
  // A report with a runtime error scores 0 for every audit that could not run.
  if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message)
  const scores = CATEGORIES.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)] as const)
  const figures = Object.entries(FIGURES).map(
    ([name, audit]) => [name, Math.round((report.audits[audit]?.numericValue ?? 0) * 1_000) / 1_000] as const,
  )
  if (process.env['FAULTS'] === 'on')
    for (const [name, audit] of Object.entries(report.audits))
      if (audit?.score !== null && (audit?.score ?? 1) < 0.9) console.log(name, JSON.stringify(audit).slice(0, 1_500))
  return Object.fromEntries([
    ...scores,
    ...figures.map(([name, value]) => [name, name === 'shift' ? value : Math.round(value)] as const),
  ])
}

function median(loads: readonly Figures[]): Figures {
  const names = Object.keys(loads[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const sorted = loads.map((load) => load[name] ?? 0).toSorted((one, other) => one - other)
      return [name, sorted[Math.floor(sorted.length / 2)] ?? 0]
    }),
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
