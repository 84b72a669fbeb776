import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { makePack, FIRST_ITEM_ID } from '../apps/server/tests/support/make-pack.ts'
import { fillStore, RICH_STEAM_ID } from '../bench/src/rich-player.ts'
import { Clutch } from './support/clutch.ts'
import { signIn } from './support/journey.ts'

const ITEMS = 10_000
const LOADS = 5
const USABLE_MAX_MS = 1_000
const VIEWPORT = { width: 1_440, height: 900 }

interface MeasuredPage {
  readonly name: string
  readonly path: string
  /** What has to stand there before a player can do what they came for. */
  readonly content: (page: Page) => Locator
}

const rows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row').first()

const PAGES: readonly MeasuredPage[] = [
  { name: 'home', path: '/', content: (page) => page.getByRole('heading', { level: 1 }) },
  {
    name: 'market',
    path: '/marketplace/market',
    content: (page) => page.getByRole('listbox').getByRole('option').first(),
  },
  {
    name: 'market with an item open',
    path: `/marketplace/market#/item=${FIRST_ITEM_ID}`,
    content: (page) => page.locator('.uplot canvas'),
  },
  { name: 'my listings', path: '/marketplace/my-listings', content: rows },
  { name: 'trading history', path: '/marketplace/history', content: rows },
  { name: 'profit per item', path: '/marketplace/history?view=profit', content: rows },
  {
    name: 'inventory',
    path: '/inventory/page',
    content: (page) => page.getByRole('button', { name: /: show details$/ }).first(),
  },
  { name: 'inventory history', path: '/inventory/history', content: (page) => page.getByRole('time').first() },
]

/**
 * How long every page takes until it can be used, from its address to its content, with an idle main thread: for a
 * player with 2,000 kinds of items, 100,000 entries in each history and 200 open lots in a game of 10,000 items.
 */
export async function measurePages(browser: Browser): Promise<object[]> {
  const contentFolder = makePack({ items: ITEMS, starterCoins: 1_000_000, starterCount: 5 })
  const dataFolder = mkdtempSync(join(tmpdir(), 'clutch-rich-'))
  await fillStore({ DATA_DIR: dataFolder, CONTENT_DIR: contentFolder })
  const clutch = await Clutch.start({ contentFolder, dataFolder })
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await signIn(page, clutch.url, { steamId: RICH_STEAM_ID })
  const figures: object[] = []
  for (const { name, path, content } of PAGES) {
    const times: number[] = []
    // The first load fills the browser's cache, as the visit before did for a player.
    for (let load = -1; load < LOADS; load += 1) {
      await page.goto('about:blank')
      const beganMs = performance.now()
      await page.goto(`${clutch.url}${path}`, { waitUntil: 'commit' })
      await content(page)
        .waitFor()
        .catch((reason: unknown) => {
          throw new Error(`${name} never became usable`, { cause: reason })
        })
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
      if (load >= 0) times.push(performance.now() - beganMs)
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
  await clutch.stop()
  rmSync(contentFolder, { recursive: true, force: true })
  return figures
}
