import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from '@playwright/test'
import { makePack, FIRST_ITEM_ID } from '../apps/server/tests/support/make-pack.ts'
import { Clutch } from './support/clutch.ts'
import { enter } from './support/journey.ts'
import { MEASURED_VIEWPORT } from './support/measured-pages.ts'

const FILL_STORE = fileURLToPath(new URL('../bench/src/fill-store-process.ts', import.meta.url))
const ITEMS = 10_000
const LOADS = 5
const USABLE_MAX_MS = 1_000

interface MeasuredPage {
  readonly name: string
  readonly path: string
  /** Selects the elements that must be visible before a player can do what they came for. */
  readonly content: string
}

const ROWS = 'main tbody tr'

const PAGES: readonly MeasuredPage[] = [
  { name: 'home', path: '/', content: 'main h1' },
  {
    name: 'market',
    path: '/marketplace/market',
    content: '[role=listbox] [role=option]',
  },
  {
    name: 'market with an item open',
    path: `/marketplace/market#/item=${FIRST_ITEM_ID}`,
    content: '.uplot canvas',
  },
  { name: 'my listings', path: '/marketplace/my-listings', content: ROWS },
  { name: 'trading history', path: '/marketplace/history', content: ROWS },
  { name: 'profit per item', path: '/marketplace/history?view=profit', content: ROWS },
  {
    name: 'inventory',
    path: '/inventory/page',
    content: 'main button[aria-label$=": show details"]',
  },
  { name: 'inventory history', path: '/inventory/history', content: 'main time' },
]

/**
 * Time from navigation until every page is usable, with its content drawn and the main thread idle. The player has
 * 2,000 kinds of items, 100,000 entries in each history and 200 open lots in a game of 10,000 items.
 */
export async function measurePages(browser: Browser): Promise<object[]> {
  const contentFolder = makePack({ items: ITEMS, starterCoins: 1_000_000, starterCount: 5 })
  const dataFolder = mkdtempSync(join(tmpdir(), 'clutch-rich-'))
  const env = { DATA_DIR: dataFolder, CONTENT_DIR: contentFolder }
  const { stdout } = await promisify(execFile)(process.execPath, [FILL_STORE], { env })
  const clutch = await Clutch.start({ contentFolder, dataFolder })
  const context = await browser.newContext({ viewport: MEASURED_VIEWPORT })
  const page = await context.newPage()
  await enter(page, clutch.url, { steamId: stdout.trim() })
  const figures: object[] = []
  for (const { name, path, content } of PAGES) {
    const times: number[] = []
    // The first load only fills the browser's cache, as a player's earlier visit would have.
    for (let load = -1; load < LOADS; load += 1) {
      await page.goto('about:blank')
      await page.goto(`${clutch.url}${path}`, { waitUntil: 'commit' })
      const usableMs = await page.evaluate(whenUsable, content).catch((reason: unknown) => {
        throw new Error(`${name} never became usable`, { cause: reason })
      })
      if (load >= 0) times.push(usableMs)
      await page.waitForLoadState('networkidle')
    }
    times.sort((one, other) => one - other)
    figures.push({
      page: name,
      'median ms': Math.round(times[Math.floor(LOADS / 2)] ?? 0),
      'worst ms': Math.round(times.at(-1) ?? 0),
      bound: USABLE_MAX_MS,
    })
  }
  await context.close()
  await clutch.discard()
  rmSync(contentFolder, { recursive: true, force: true })
  return figures
}

/** Runs in the page: milliseconds from navigation until the main content is drawn and the thread is idle. */
function whenUsable(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look)
      else setTimeout(() => resolve(performance.now()))
    }
    look()
  })
}
