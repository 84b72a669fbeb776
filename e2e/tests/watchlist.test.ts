import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'

const COPPER_ORE = 1_001
const TIN_ORE = 1_002
const HEARTH_COAL = 1_004
const WILD_MINT = 1_401

const clutch = serveClutch()

const selected = (page: Page) => page.getByRole('region', { name: 'Selected item' })
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Notifications' })

/** Opens the alert popup of the selected item and sets an alert for this purchase price. */
async function waitForPrice(page: Page, price: string): Promise<void> {
  await selected(page)
    .getByRole('button', { name: /^Price alerts/ })
    .click()
  await page.getByRole('dialog').getByLabel('Price each').fill(price)
  await page.getByRole('dialog').getByRole('button', { name: 'Create alert' }).click()
  await expect(page.getByText('Price alert created')).toBeVisible()
}

test('a starred item stays starred everywhere, and the list can show watched items only', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const page = await visitors.open()
  await enter(page, url, { steamId })
  await openItem(page, url, COPPER_ORE)
  const star = selected(page).getByRole('button', { name: 'Watch Copper Ore' })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('option', { name: 'Copper Ore' })).toContainText('On your watchlist')

  await page.getByRole('button', { name: 'Watchlist', exact: true }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  expect(page.url()).toContain('watched=1')
  await expectAccessible(page, 'the market with the watchlist')
  await page.reload()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)

  const elsewhere = await visitors.open()
  await enter(elsewhere, url, { steamId })
  await openItem(elsewhere, url, COPPER_ORE)
  const there = selected(elsewhere).getByRole('button', { name: 'Watch Copper Ore' })
  await expect(there).toHaveAttribute('aria-pressed', 'true')
  await there.click()
  await expect(there).toHaveAttribute('aria-pressed', 'false')
  // The star is cleared before the server has responded.
  const player = await Player.signIn(url, steamId)
  await expect.poll(async () => (await player.call('POST /watchlist/get')).item_ids).toEqual([])

  await page.reload()
  await expect(page.getByText('No watched item matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page.getByRole('listbox').getByRole('option').nth(1)).toBeVisible()
})

test('a star that the server rejects is cleared again @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await keepCommandsOnHttp(page, visitors)
  visitors.expectComplaint(/status of 409/)
  await enter(page, url)
  await openItem(page, url, TIN_ORE)
  await page.route('**/api/watchlist/set', (route) =>
    route.fulfill({ status: 409, json: { code: 'too_many_watched_items', message: '', params: { max: 500 } } }),
  )
  const star = selected(page).getByRole('button', { name: 'Watch Tin Ore' })
  await star.click()
  await expect(page.getByText('At most 500 watched items')).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('a price alert triggers, is announced on every page, and links to the item', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const seller = await Player.signIn(url)
  await enter(page, url)
  await openItem(page, url, COPPER_ORE)
  await waitForPrice(page, '25')
  const active = page.getByRole('region', { name: 'Active alerts' })
  await expect(active.getByRole('listitem')).toHaveText(['Buy now at 25 or less'])
  await expectAccessible(page, 'the alert popup')
  await page.keyboard.press('Escape')
  await expect(selected(page).getByRole('button', { name: 'Price alerts: 1 active' })).toBeVisible()

  await page.goto(`${url}/inventory/page`)
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  await seller.offer(COPPER_ORE, 3, 24)
  const note = page.getByRole('region', { name: 'Notifications' }).getByText('Copper Ore: buy now for 24')
  await expect(note).toBeVisible()
  await expect(note).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread')

  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toContainText(['Your alert: 25 or less.'])
  await expectAccessible(page, 'the notifications')
  await panel.getByRole('link').first().click()
  await expect(selected(page).getByRole('heading', { name: 'Copper Ore' })).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(selected(page).getByRole('button', { name: 'Price alerts', exact: true })).toBeVisible()
})

test('an alert can be cancelled with the keyboard alone @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await openItem(page, url, TIN_ORE)
  await selected(page).getByRole('button', { name: 'Price alerts' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Buy now price' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await dialog.getByLabel('Price each').focus()
  await page.keyboard.type('90')
  await page.keyboard.press('Enter')
  const alert = dialog.getByRole('listitem').filter({ hasText: 'Sell now at 90 or more' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('None for this item yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('on a phone the notifications are a sheet, and a filled lot is among them @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(PHONE)
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await enter(page, url, { steamId })
  await page.goto(url)
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByText('No notifications yet.')).toBeVisible()
  await expectAccessible(page, 'no notifications on a phone')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()

  await player.offer(HEARTH_COAL, 5, 61)
  const buyer = await Player.signIn(url)
  await buyer.call('POST /marketplace/buy-lot', { item_type_id: HEARTH_COAL, price: 61, count: 5 })
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread')
  await bell(page).click()
  await expect(panel.getByRole('listitem')).toContainText(['Sold: 5 × Hearth Coal at 61'])
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expectNoSideways(page)
})

test('the browser asks for notification permission only on a press, and shows notifications while the page is hidden', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  // A headless browser shows no notifications, so the test records them instead.
  await page.addInitScript(() => {
    const noted: { shown: unknown[]; asked: number } = { shown: [], asked: 0 }
    class Noted extends EventTarget {
      static permission = 'default'
      static requestPermission(): Promise<string> {
        noted.asked += 1
        Noted.permission = 'granted'
        return Promise.resolve('granted')
      }
      constructor(title: string, options: NotificationOptions) {
        super()
        noted.shown.push([title, options.body])
      }
    }
    Object.assign(window, { Notification: Noted, noted })
  })
  const noted = () => page.evaluate(() => (window as unknown as { noted: { shown: unknown[]; asked: number } }).noted)
  await enter(page, url)
  await openItem(page, url, WILD_MINT)
  await waitForPrice(page, '33')
  await page.keyboard.press('Escape')
  await bell(page).click()
  expect((await noted()).asked).toBe(0)
  await page.getByRole('button', { name: 'Enable desktop notifications' }).click()
  await expect(page.getByText('Notifications also appear outside this page')).toBeVisible()
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }))
  const seller = await Player.signIn(url)
  await seller.offer(WILD_MINT, 1, 32)
  await expect.poll(async () => (await noted()).shown).toEqual([['Clutch', 'Wild Mint: buy now for 32']])
})
