import type { Page } from '@playwright/test'
import { chooseLanguage, enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'
import { expectToast } from '../support/toasts.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004
const PINE_LOG = 1_301
const WILD_MINT = 1_401
const HILL_WOOL = 1_501
const HEARTH_LOAF = 1_608

const clutch = serveClutch()

const details = (page: Page) => page.getByRole('region', { name: 'Selected item' })

/** The figure next to a label in the popup. */
const figure = (page: Page, word: string) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .filter({ has: page.getByText(word, { exact: true }) })
    .getByRole('definition')

test('the popup focuses the quantity, so that typing and Enter trade', async ({ visitors }) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  await seller.offer(COPPER_ORE, 5, 40)
  const page = await visitors.open()
  await enter(page, url)
  await openItem(page, url, COPPER_ORE)
  await details(page).getByRole('button', { name: 'Buy', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Quantity')).toBeFocused()
  await page.keyboard.type('2')
  await expect(dialog.getByLabel('Quantity')).toHaveValue('2')
  await expect(dialog.getByRole('button', { name: 'Buy now' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bought 2 × Copper Ore for 80')).toBeVisible()
})

test('an order sent right after typing is not lost while the server still checks it', async ({ visitors }) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  await seller.offer(HEARTH_LOAF, 5, 40)
  const page = await visitors.open()
  await enter(page, url)
  await page.route('**/api/marketplace/check-buy-lot', () => undefined)
  await openItem(page, url, HEARTH_LOAF)
  for (const [width, total] of [
    [1_440, 80],
    [1_000, 80],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.keyboard.press('b')
    const quantity = page.getByLabel('Quantity')
    await expect(quantity).toBeFocused()
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expectToast(page, `Bought 2 × Hearth Loaf for ${total}`)
    if (width === 1_440) await quantity.evaluate((field: HTMLElement) => field.blur())
  }
})

test('an amount means the same in every language, and a field shows on blur what will be sent', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  const buyer = await Player.signIn(url)
  await buyer.bid(HILL_WOOL, 20, 64)
  const page = await visitors.open()
  await enter(page, url, { steamId })
  await openItem(page, url, HILL_WOOL)
  await chooseLanguage(page, 'Русский')
  const dialog = page.getByRole('dialog')
  const [count, price] = [dialog.getByLabel('Количество'), dialog.getByLabel('Цена за штуку')]
  await page.getByRole('button', { name: 'Продать', exact: true }).first().click()
  await count.fill('１０')
  await price.fill('1.000')
  await price.blur()
  await expect(count).toHaveValue('10')
  await expect(price).toHaveValue('1\u00A0000')
  await dialog.locator('button[type=submit]').click()
  await expect(dialog).toHaveCount(0)
  const { lots } = await player.call('POST /marketplace/get-my-lots')
  expect(lots).toMatchObject([{ price: 1_000, count: 10, current_count: 10 }])

  await page.getByRole('button', { name: 'Продать', exact: true }).first().click()
  await price.fill('1.5')
  await expect(dialog.getByRole('alert')).toHaveText('Цена должна составлять целое число монет.')
  await expect(dialog.locator('button[type=submit]')).toBeDisabled()
  await price.fill('1,50,0')
  await expect(dialog.getByRole('alert')).toHaveText('Пишите числа как 1000, 1 000 или 1,5к.')
})

test('pressing a level takes everything up to it, and abbreviated numbers are readable in full', async ({
  visitors,
}) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  for (const [count, price] of [
    [5, 40],
    [6, 41],
    [7, 42],
    [8, 45],
  ] as const) {
    await seller.offer(HEARTH_COAL, count, price)
  }
  await seller.bid(HEARTH_COAL, 3, 30)
  const page = await visitors.open()
  await enter(page, url)
  await openItem(page, url, HEARTH_COAL)
  await page.getByTitle('Buy: 8 offered at 45').click()
  const dialog = page.getByRole('dialog')
  await test.step('the popup covers neither side of the book', async () => {
    const popup = await dialog.boundingBox()
    const book = await page.getByTitle('Sell: 3 wanted at 30').boundingBox()
    expect((popup?.x ?? 0) + (popup?.width ?? 0)).toBeLessThan(book?.x ?? 0)
  })
  await expect(dialog.getByLabel('Quantity')).toHaveValue('26')
  await expect(figure(page, 'Total')).toHaveText((5 * 40 + 6 * 41 + 7 * 42 + 8 * 45).toLocaleString('en'))

  await dialog.getByLabel('Quantity').fill('1k')
  await dialog.getByLabel('Price each').fill('1,000')
  await expect(figure(page, 'Total')).toHaveText((5 * 40 + 6 * 41 + 7 * 42 + 8 * 45 + 974 * 1_000).toLocaleString('en'))

  await dialog.getByLabel('Quantity').fill('2m')
  await expect(dialog.getByText('At most 1,000,000 items in one lot.')).toBeVisible()
  await dialog.getByLabel('Price each').fill('9876543210')
  const hiddenPx = await dialog
    .getByLabel('Price each')
    .evaluate((field: HTMLElement) => field.scrollWidth - field.clientWidth)
  expect(hiddenPx, 'a long price is readable in full').toBe(0)
})

test('a limit far above the market costs the market price, and too low a balance shows the missing coins', async ({
  visitors,
}) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  await seller.offer(PINE_LOG, 1, 40)
  const page = await visitors.open()
  await enter(page, url)
  await openItem(page, url, PINE_LOG)
  await details(page).getByRole('button', { name: 'Buy', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price each').fill('5m')
  await expect(figure(page, 'Total')).toHaveText('40')
  await expect(dialog.getByText('You don’t have that many coins.')).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Buy now' })).toBeEnabled()
  await expect(dialog.getByText(/^Buys \d+ now/)).toBeVisible()

  await dialog.getByLabel('Quantity').fill('1000')
  await expect(dialog.getByText('This order can’t be placed.')).toBeVisible()
  await expect(dialog.getByText(/^Buys \d+ now/)).toHaveCount(0)
  await expect(dialog.getByText('You don’t have that many coins.')).toBeVisible()
  await expect(dialog.getByText('Coins missing')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create buy order' })).toBeDisabled()
})

test('book and chart stay visible while setting a price, and toasts appear above the popup @long', async ({
  visitors,
}) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  const buyer = await Player.signIn(url)
  await seller.offer(COPPER_ORE, 3, 35)
  // Slightly too narrow to dock the form next to book and chart: here it is a popup.
  const page = await visitors.open({ viewport: { width: 1380, height: 900 } })
  const steamId = '76561190000999001'
  const own = await Player.signIn(url, steamId)
  await own.offer(PINE_LOG, 2, 22)
  await enter(page, url, { steamId })
  await openItem(page, url, COPPER_ORE)
  await details(page).getByRole('button', { name: 'Buy', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const popup = await dialog.boundingBox()
  const book = await page.getByTitle('Buy: 3 offered at 35').boundingBox()
  expect((popup?.x ?? 0) + (popup?.width ?? 0), 'The popup ends left of the book').toBeLessThan(book?.x ?? 0)

  await buyer.call('POST /marketplace/buy-lot', { item_type_id: PINE_LOG, price: 22, count: 1 })
  const note = page.getByText('Sold 1 × Pine Log at 22')
  await expect(note).toBeVisible()
  const isOnTop = await note.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isOnTop, 'Nothing covers the toast').toBe(true)
  await page.locator('[data-toasts]').getByRole('button', { name: 'Close', includeHidden: true }).first().click()
  await expect(note).toBeHidden()
  await expect(dialog).toBeVisible()

  await test.step('on a tablet the popup is below the best prices', async () => {
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 820, height: 1180 })
    await details(page).getByRole('button', { name: 'Buy', exact: true }).click()
    const best = await page.getByText('Spread', { exact: true }).first().boundingBox()
    await expect
      .poll(async () => (await dialog.boundingBox())?.y ?? 0)
      .toBeGreaterThan((best?.y ?? 0) + (best?.height ?? 0))
    const veil = await page.evaluate(() =>
      [...document.querySelectorAll('[role="presentation"]')].map(
        (element) => getComputedStyle(element).backdropFilter,
      ),
    )
    expect(veil.filter((filter) => filter !== 'none')).toEqual([])
  })
})

test('the cost of a purchase is shown, also when a cheaper lot appeared while the order was on its way', async ({
  visitors,
}) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  await seller.offer(WILD_MINT, 5, 77)
  const page = await visitors.open()
  await keepCommandsOnHttp(page, visitors)
  await enter(page, url)
  await openItem(page, url, WILD_MINT)
  await details(page).getByRole('button', { name: 'Buy', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(figure(page, 'Total')).toContainText('77')
  await expect(dialog.getByRole('button', { name: 'Buy now' })).toBeEnabled()
  await page.route('**/api/marketplace/buy-lot', async (route) => {
    await seller.offer(WILD_MINT, 1, 75)
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Buy now' }).click()
  await expect(page.getByText('Bought 1 × Wild Mint for 75')).toBeVisible()
})
