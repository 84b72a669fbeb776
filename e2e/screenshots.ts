import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { launchBrowser } from './support/browser.ts'
import { Clutch } from './support/clutch.ts'
import { openItem, signIn } from './support/journey.ts'
import { PHONE } from './support/phone.ts'
import { Player } from './support/player.ts'

/** Takes the documentation's screenshots of the living demo: `npm run screenshots -w @clutch/e2e`. */
const FOLDER = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const DEVICES = {
  desktop: { viewport: { width: 1_440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1_180 }, hasTouch: true },
  phone: PHONE,
} as const
const STEAM_ID = '76561198000000101'
const SHOWN_ITEM = 1_105
/** Makes planks from logs. */
const PLANK_RECIPE = 201
const SHOWN_RECIPE = 1023

interface View {
  readonly name: string
  readonly path: string
  /** Selects an element that appears once the view is ready. */
  readonly content: string
}

const VIEWS: readonly View[] = [
  { name: 'listings', path: '/marketplace/my-listings', content: 'tbody tr' },
  { name: 'history', path: '/marketplace/history', content: 'tbody tr' },
  { name: 'profit', path: '/marketplace/history?view=profit', content: 'tbody tr' },
  { name: 'inventory', path: '/inventory/page', content: 'main li' },
  { name: 'item', path: '/inventory/page?item=1004', content: '.uplot canvas' },
  { name: 'inventory-history', path: '/inventory/history', content: 'main time' },
  { name: 'craft', path: '/craft/receipts', content: 'main li h2' },
  { name: 'recipe', path: `/craft/receipts?recipe=${SHOWN_RECIPE}`, content: '[role=dialog] h2' },
  { name: 'farms', path: '/factory/receipts', content: 'main li h2' },
  { name: 'harvest', path: '/harvest/receipts', content: '[role=tabpanel]' },
]
/** Jobs finish after a while, so this is captured in one language only. */
const QUEUE: View = { name: 'craft-queue', path: '/craft/queue', content: 'progress:not([value="0"])' }
/** Colours and fonts settle shortly after the data has arrived. */
const REST_MS = 700

mkdirSync(FOLDER, { recursive: true })
const clutch = await Clutch.start({ isLiving: true })
const browser = await launchBrowser()
try {
  await trade()
  for (const device of ['desktop', 'tablet', 'phone'] as const) await takeAll(browser, device)
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
}

async function takeAll(browser: Browser, device: keyof typeof DEVICES): Promise<void> {
  const context = await browser.newContext({ ...DEVICES[device], reducedMotion: 'reduce' })
  const page = await context.newPage()
  const { url } = clutch
  const take = async (name: string, language = 'en') => {
    await page.waitForTimeout(REST_MS)
    await page.screenshot({ path: join(FOLDER, `${name}-${device}-${language}.png`) })
  }
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await take('welcome')
  await signIn(page, url, { name: 'Yolanda Brightpan' })
  await take('home')
  await page.goto(`${url}/marketplace/market`)
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  if (device === 'phone') await take('list')
  await showItem(page)
  await take('market')
  await page.getByRole('button', { name: 'Buy', exact: true }).first().click()
  await page.getByLabel('Quantity').fill('25')
  await take('buy')
  await page.keyboard.press('Escape')
  const player = await Player.signIn(url, STEAM_ID)
  for (const count of [4, 2]) await player.call('POST /craft/start', { receipt_id: PLANK_RECIPE, count })
  for (const view of [QUEUE, ...VIEWS]) await show(page, view).then(() => take(view.name))
  for (const language of ['ru', 'ja']) {
    await page.evaluate((language) => window.localStorage.setItem('app-language', language), language)
    await page.goto(`${url}/marketplace/market#/item=${SHOWN_ITEM}`)
    await page.reload()
    await page.locator('.uplot canvas').waitFor()
    await take('market', language)
    // Widths differ little between languages, so one device is enough.
    if (device !== 'desktop') continue
    for (const view of VIEWS) await show(page, view).then(() => take(view.name, language))
  }
  await context.close()
}

async function show(page: Page, { path, content }: View): Promise<void> {
  await page.goto(`${clutch.url}${path}`)
  await page.locator(content).first().waitFor()
}

async function showItem(page: Page): Promise<void> {
  await openItem(page, clutch.url, SHOWN_ITEM)
  await page.locator('.uplot canvas').waitFor()
}
