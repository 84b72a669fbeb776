import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { ensureBuilt } from '../tools/launch/web-build.mjs'
import { launchBrowser } from './support/browser.ts'
import { Clutch } from './support/clutch.ts'
import { signIn } from './support/journey.ts'
import { PHONE } from './support/phone.ts'
import { Player } from './support/player.ts'

/** Takes the pictures of `docs/tour.md` in the living demo: `npm run screenshots -w @clutch/e2e`. */
const FOLDER = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const DESKTOP = { viewport: { width: 1_440, height: 900 } } as const
const STEAM_ID = '76561198000000101'
const NAME = 'Yolanda Brightpan'
const SHOWN_ITEM = 1_105
const SHOWN_RECIPE = 1_023
/** Makes planks from logs. */
const PLANK_RECIPE = 201

interface View {
  readonly name: string
  readonly path: string
  /** Selects an element that appears once the view is ready. */
  readonly content: string
  readonly language?: string
}

const ITEM = `/marketplace/market#/item=${SHOWN_ITEM}`
const CHART = '.uplot canvas'

const ON_DESKTOP: readonly View[] = [
  { name: 'home', path: '/', content: 'main h2' },
  { name: 'list', path: '/marketplace/market', content: '[role=option]' },
  { name: 'market', path: ITEM, content: CHART },
  { name: 'history', path: '/marketplace/history', content: 'tbody tr' },
  { name: 'inventory', path: '/inventory/page', content: 'main li' },
  { name: 'craft', path: '/craft/receipts', content: 'main li h2' },
  { name: 'recipe', path: `/craft/receipts?recipe=${SHOWN_RECIPE}`, content: '[role=dialog] h2' },
  { name: 'farms', path: '/factory/receipts', content: 'main li h2' },
  { name: 'harvest', path: '/harvest/receipts', content: '[role=tabpanel]' },
  { name: 'market-ja', path: ITEM, content: CHART, language: 'ja' },
]
const ON_PHONE: readonly View[] = [
  { name: 'home-phone', path: '/', content: 'main h2' },
  { name: 'list-phone', path: '/marketplace/market', content: '[role=option]' },
  { name: 'market-phone', path: ITEM, content: CHART },
  { name: 'craft-phone', path: '/craft/receipts', content: 'main li h2' },
]
/** Colours and fonts settle shortly after the data has arrived. */
const REST_MS = 1_500

ensureBuilt()
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const clutch = await Clutch.start({ isLiving: true })
const browser = await launchBrowser()
try {
  await trade()
  await takeAll(browser, DESKTOP, ON_DESKTOP)
  await takeAll(browser, PHONE, ON_PHONE)
} finally {
  await browser.close()
  await clutch.stop()
}

/** Fills listings, histories and queues, with small lots and huge ones. */
async function trade(): Promise<void> {
  const player = await Player.signIn(clutch.url, STEAM_ID)
  await player.offer(1_001, 40, 9_876_543_210)
  await player.bid(SHOWN_ITEM, 30, 118)
  await player.offer(1_004, 100, 14)
  await player.offer(1_301, 25, 77)
  await player.offer(2_101, 1, 999_999_999_999)
  await player.bid(1_010, 12, 180)
  await player.bid(1_501, 300, 11)
  const { sell_lots } = await player.call('POST /marketplace/get-all-prices')
  for (const { item_type_id, price } of sell_lots.filter(({ price }) => price < 1_500).slice(0, 14)) {
    await player.call('POST /marketplace/create-buy-lot', { item_type_id, price, count: 3 }).catch(() => undefined)
  }
  for (const count of [4, 2]) await player.call('POST /craft/start', { receipt_id: PLANK_RECIPE, count })
}

async function takeAll(browser: Browser, device: BrowserContextOptions, views: readonly View[]): Promise<void> {
  const context = await browser.newContext({ ...device, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (device === DESKTOP) {
    await page.goto(clutch.url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await take(page, 'welcome')
  }
  await signIn(page, clutch.url, { name: NAME })
  for (const { name, path, content, language } of views) {
    if (language !== undefined) {
      await page.evaluate((chosen) => window.localStorage.setItem('app-language', chosen), language)
    }
    await page.goto(`${clutch.url}${path}`)
    // A change of the hash alone loads nothing.
    await page.reload()
    await page.locator(content).first().waitFor()
    await take(page, name)
  }
  await context.close()
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(REST_MS)
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
}
