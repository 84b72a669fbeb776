import type { Page } from '@playwright/test'
import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { expectPartsLoaded } from '../support/loaded-parts.ts'
import { watchCode } from '../support/missing-code.ts'
import { Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const STEAM_ID = '76561190000888001'

const clutch = serveClutch()

/** Messages that the browser and the app log while the server is unreachable. */
const AWAY = /ERR_|WebSocket connection|Failed to fetch|did not load/

const noRawError = async (page: Page) => {
  for (const text of ['Unable to preload', 'Failed to fetch', 'dynamically imported', 'Something broke']) {
    await expect(page.getByText(text)).toHaveCount(0)
  }
}

test('a popup whose code is unavailable opens once it loads, and the failure is not permanent', async ({
  visitors,
}) => {
  const { url } = clutch()
  const player = await Player.signIn(url, STEAM_ID)
  await player.offer(COPPER_ORE, 3, 90)
  const page = await visitors.open()
  const takeCode = watchCode(page)
  visitors.expectComplaint(AWAY)
  await enter(page, url, { steamId: STEAM_ID })
  await openItem(page, url, COPPER_ORE)
  await expect(page.getByRole('button', { name: 'Cancel lot' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const code = await takeCode((route) => route.abort())

  await page.getByRole('region', { name: 'Selected item' }).getByRole('button', { name: 'Buy', exact: true }).click()
  const missing = page.getByText('Part of the page couldn’t load.')
  await expect(missing.first()).toBeVisible()
  // It is retried automatically after longer and longer pauses: in the middle of a pause of 8 s or more only the button
  // can trigger a retry.
  await expect.poll(() => Date.now() - code.askedAtMs, { timeout: 30_000, intervals: [50] }).toBeGreaterThan(4_200)
  const before = code.asked
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => code.asked, { timeout: 3_000 }).toBeGreaterThan(before)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Harvesting' }).click()
  await expect(page).toHaveURL(/\/harvest/)
  await expect(page.getByRole('main').getByText('Part of the page couldn’t load.')).toBeVisible()
  await expect(missing, 'it is reported once').toHaveCount(1)
  await noRawError(page)
  await page.goBack()

  await code.end()
  const again = page.getByRole('button', { name: 'Try again' }).first()
  // An automatic retry may come first.
  await again.click({ timeout: 3_000 }).catch(() => undefined)
  await expect(missing).toHaveCount(0)
  await page.getByRole('region', { name: 'Selected item' }).getByRole('button', { name: 'Buy', exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('Quantity')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel lot' }).click()
  await expect(page.getByRole('dialog', { name: 'Do you really want to cancel the lot(s)?' })).toBeVisible()
  await noRawError(page)
})

test('a page whose code failed to load opens once it is available, after a reload where the browser needs one', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(AWAY)
  await enter(page, url)
  const pageCode = /\/assets\/CraftRecipesPage-.*\.js$/
  await page.route(pageCode, (route) => route.abort())
  await page.goto(`${url}/craft/receipts`)
  const main = page.getByRole('main')
  await expect(main.getByText('Part of the page couldn’t load.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible()

  await page.unroute(pageCode)
  const reload = main.getByRole('button', { name: 'Reload' })
  const recipes = main.getByRole('heading', { name: 'Copper Ingot' })
  await expect(reload.or(recipes).first()).toBeVisible()
  if (await reload.isVisible()) await reload.click()
  await expect(recipes).toBeVisible()
})

test('with the server down everything prefetched in idle time still opens', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ isIdle: true })
  visitors.expectComplaint(AWAY)
  await enter(page, url)
  await openItem(page, url, COPPER_ORE)
  await expectPartsLoaded(page)
  await page.context().setOffline(true)

  await page.getByRole('region', { name: 'Selected item' }).getByRole('button', { name: 'Buy', exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('Quantity')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const [name, address, tab] of [
    ['Craft', /\/craft/, 'Queue'],
    ['Farm', /\/factory/, 'Queue'],
    ['Harvesting', /\/harvest/, 'Recipes'],
    ['Roulette', /\/roulette/, 'My spins'],
    ['Inventory', /\/inventory/, 'Inventory'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('main').getByRole('link', { name: tab, exact: true })).toBeVisible()
    await noRawError(page)
  }
  await page.context().setOffline(false)
})

test('a new build is offered on an open page, and nothing reloads automatically', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const takeCode = watchCode(page)
  visitors.expectComplaint(/404|did not load|Failed to fetch/)
  await enter(page, url)
  await openItem(page, url, COPPER_ORE)
  await page.waitForLoadState('networkidle')
  // A deploy removes the files of the previous build.
  const code = await takeCode((route) => route.fulfill({ status: 404 }))
  await page.route('**/version.json', (route) => route.fulfill({ json: { build: 'the next one' } }))
  let loads = 0
  page.on('load', () => (loads += 1))

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Craft' }).click()
  await expect(page.getByText('A new version is ready.')).toBeVisible()
  await noRawError(page)
  expect(loads).toBe(0)

  await code.end()
  await page.unroute('**/version.json')
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Craft' })).toBeAttached()
  await expect(page.getByText('A new version is ready.')).toHaveCount(0)
})
