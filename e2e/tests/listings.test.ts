import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'
import { newSteamId, Player } from '../support/player.ts'
import { expectToast } from '../support/toasts.ts'

const COPPER_ORE = 1_001
const TIN_ORE = 1_002
const HEARTH_COAL = 1_004
const SILVER_ORE = 1_006
const PINE_LOG = 1_301
const WILD_MINT = 1_401
const CONFIRMATION = 'Do you really want to cancel the lot(s)?'

const clutch = serveClutch()

const section = (page: Page, name: 'Sell lots' | 'Buy lots') =>
  page
    .getByRole('main')
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name }) })

/** Runs in the page: vertical distance in pixels between the baselines of figures and their labels. */
function readSlant(pairs: Element[]): number[] {
  const lower = (element: Element | null) => {
    const words = document.createTreeWalker(element ?? document.body, NodeFilter.SHOW_TEXT).nextNode()
    const range = document.createRange()
    if (words !== null) range.selectNodeContents(words)
    return range.getBoundingClientRect().bottom
  }
  return pairs.map((pair) => Math.abs(lower(pair.querySelector('dt')) - lower(pair.querySelector('dd'))))
}

/** Signs in and opens the listings. @returns the same player as an API client */
async function openListings(page: Page, url: string, place: (player: Player) => Promise<unknown>): Promise<Player> {
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await place(player)
  await enter(page, url, { steamId })
  await page.goto(`${url}/marketplace/my-listings`)
  await expect(page.getByRole('heading', { name: 'Sell lots' })).toBeVisible()
  return player
}

test('each side collapses, can be searched by name and shows its totals @long', async ({ visitors }) => {
  const page = await visitors.open()
  await openListings(page, clutch().url, async (player) => {
    await player.offer(COPPER_ORE, 10, 60)
    await player.offer(PINE_LOG, 5, 33)
    await player.bid(TIN_ORE, 4, 25)
  })
  const sales = section(page, 'Sell lots')
  const purchases = section(page, 'Buy lots')
  const ore = sales.getByRole('row', { name: 'Copper Ore' })
  await expect(sales).toContainText('Expected proceeds765')
  await expect(sales).toContainText('Items on sale15')
  await expect(purchases).toContainText('Coins on hold100')
  await expect(ore).toContainText('10/10')
  await expect(ore.getByText('now', { exact: true })).toBeVisible()

  await sales.getByText('Sell lots').click()
  await expect(ore).toBeHidden()
  await expect(purchases.getByRole('row', { name: 'Tin Ore' })).toBeVisible()
  await sales.getByText('Sell lots').click()
  await expect(ore).toBeVisible()

  const search = sales.getByRole('searchbox', { name: 'Search by name' })
  await search.fill('  PINE ')
  await expect(ore).toHaveCount(0)
  await expect(sales.getByRole('row', { name: 'Pine Log' })).toBeVisible()
  await expect(purchases.getByRole('row', { name: 'Tin Ore' })).toBeVisible()
  await search.fill('no such thing')
  await expect(sales.getByText('No items match this search.')).toBeVisible()
  await search.press('Escape')
  await expect(ore).toBeVisible()

  await ore.getByRole('link', { name: 'Copper Ore' }).click()
  await expect(page).toHaveURL(`${clutch().url}/marketplace/market#/item=${COPPER_ORE}`)
  await expect(page.getByRole('heading', { name: 'Copper Ore' })).toBeVisible()
})

test('lots are cancelled one by one and several at once, always after a confirmation', async ({ visitors }) => {
  const page = await visitors.open()
  await keepCommandsOnHttp(page, visitors)
  const player = await openListings(page, clutch().url, async (seller) => {
    for (const price of [81, 82, 83]) await seller.offer(COPPER_ORE, 2, price)
    await seller.bid(TIN_ORE, 4, 20)
  })
  const sales = section(page, 'Sell lots')
  const remove = sales.getByRole('button', { name: /^Cancel selected/ })
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAttribute('title', 'Select lots for delisting')
  const slants = await sales.locator('dl > div').evaluateAll(readSlant)
  expect(Math.max(...slants), 'coins share the baseline of their labels').toBeLessThan(1)

  const rows = sales.getByRole('row', { name: 'Copper Ore' })
  await rows.filter({ hasText: '82' }).getByRole('button', { name: 'Cancel lot' }).click()
  const dialog = page.getByRole('dialog', { name: CONFIRMATION })
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows).toHaveCount(3)
  await rows.filter({ hasText: '82' }).getByRole('button', { name: 'Cancel lot' }).click()
  await dialog.getByRole('button', { name: 'Cancel lot' }).click()
  await expect(rows).toHaveCount(2)
  await expect(sales).toContainText('Expected proceeds328')

  await sales.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(sales.getByRole('button', { name: 'Cancel selected (2)' })).toBeEnabled()
  await rows.first().getByRole('checkbox').uncheck()
  await expect(sales.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked()
  await rows.first().getByRole('checkbox').check()
  await sales.getByRole('button', { name: 'Cancel selected (2)' }).click()
  await expectAccessible(page, 'the question before several lots are cancelled')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/marketplace/cancel-lot', async (route) => {
    await released
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Cancel 2 lots' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancelling lots…' })
  await expect(cancelling.getByText('Cancelled 0 of 2')).toBeVisible()
  await expect(page.getByText(CONFIRMATION)).toHaveCount(0)
  release()
  await expectToast(page, '2 lots cancelled')
  await expect(sales.getByText('You have no sell lots.')).toBeVisible()
  await expect(section(page, 'Buy lots').getByRole('row', { name: 'Tin Ore' })).toBeVisible()
  const { lots } = await player.call('POST /marketplace/get-my-lots')
  expect(lots.map(({ type }) => type)).toEqual(['buy'])
})

test('only selected lots on screen are cancelled, and one that was filled meanwhile does not stop the rest', async ({
  visitors,
}) => {
  const page = await visitors.open()
  await keepCommandsOnHttp(page, visitors)
  visitors.expectComplaint(/404/)
  const { url } = clutch()
  const buyer = await Player.signIn(url)
  const player = await openListings(page, url, async (seller) => {
    for (const price of [91, 92, 93]) await seller.offer(HEARTH_COAL, 2, price)
    await seller.offer(PINE_LOG, 5, 94)
  })
  const sales = section(page, 'Sell lots')
  await sales.getByRole('checkbox', { name: 'Select all' }).check()
  await sales.getByRole('searchbox', { name: 'Search by name' }).fill('coal')
  await sales.getByRole('button', { name: 'Cancel selected (3)' }).click()
  const dialog = page.getByRole('dialog', { name: CONFIRMATION })
  await expect(dialog.getByRole('list', { name: 'Lots to cancel' }).getByRole('listitem')).toHaveText([
    /2 × Hearth Coal/,
    /2 × Hearth Coal/,
    /2 × Hearth Coal/,
  ])
  await page.route(
    '**/api/marketplace/cancel-lot',
    async (route) => {
      await buyer.call('POST /marketplace/buy-lot', { item_type_id: HEARTH_COAL, price: 91, count: 2 })
      await route.fallback()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Cancel 3 lots' }).click()
  await expectToast(page, '2 lots cancelled')
  await expectToast(page, '1 lot was not cancelled: This lot is no longer open')
  const { lots } = await player.call('POST /marketplace/get-my-lots')
  expect(lots.map(({ item_type_id }) => item_type_id)).toEqual([PINE_LOG])
})

test('a fill appears as it happens, and a sold-out lot is announced and disappears', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const buyer = await Player.signIn(url)
  await openListings(page, url, (player) => player.offer(WILD_MINT, 5, 70))
  const sales = section(page, 'Sell lots')
  const row = sales.getByRole('row', { name: 'Wild Mint' })
  await expect(row).toContainText('5/5')
  await buyer.call('POST /marketplace/buy-lot', { item_type_id: WILD_MINT, price: 70, count: 2 })
  await expect(row).toContainText('3/5')
  await expect(sales).toContainText('Expected proceeds210')
  await buyer.call('POST /marketplace/buy-lot', { item_type_id: WILD_MINT, price: 70, count: 3 })
  await expect(row.getByText('Sold out')).toBeVisible()
  await expect(row.getByRole('checkbox')).toBeDisabled()
  await expect(row).toHaveCount(0)
  await expect(sales.getByText('You have no sell lots.')).toBeVisible()
})

test('an undercut seller sees the price to beat and applies it in one step @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const rival = await Player.signIn(url)
  const player = await openListings(page, url, async (seller) => {
    await seller.offer(HEARTH_COAL, 20, 50)
    await seller.bid(SILVER_ORE, 3, 90)
  })
  const sale = section(page, 'Sell lots').getByRole('row', { name: 'Hearth Coal' })
  const purchase = section(page, 'Buy lots').getByRole('row', { name: 'Silver Ore' })
  await expect(sale).toContainText('20/20')
  await expect(sale.getByRole('button', { name: /^Undercut/ })).toHaveCount(0)
  await rival.offer(HEARTH_COAL, 5, 40)
  await rival.bid(SILVER_ORE, 1, 95)
  await expect(purchase.getByRole('button', { name: 'Outbid: 96 would be highest' })).toBeVisible()

  await sale.getByRole('button', { name: 'Undercut: 39 would be cheapest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the price of Hearth Coal' })
  await expect(dialog.getByLabel('Price each')).toHaveValue('39')
  await expect(dialog.getByText('your order for 20 waits at 39')).toBeVisible()
  await expectAccessible(page, 'the price change')
  await dialog.getByRole('button', { name: 'Change price' }).click()
  await expectToast(page, 'New price for Hearth Coal: 39')
  await expect(dialog).toHaveCount(0)
  await expect(sale.getByRole('button', { name: /^Undercut/ })).toHaveCount(0)
  const { lots } = await player.call('POST /marketplace/get-my-lots')
  expect(lots.find(({ type }) => type === 'sell')).toMatchObject({ price: 39, count: 20, current_count: 20 })
})

test('a buy lot accepts no price beyond the coins it holds plus the balance @long', async ({ visitors }) => {
  const page = await visitors.open()
  const player = await openListings(page, clutch().url, (buyer) => buyer.bid(SILVER_ORE, 1, 20))
  const { coins } = (await player.call('GET /get_profile')).user
  await section(page, 'Buy lots').getByRole('button', { name: 'Change price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the price of Silver Ore' })
  const change = dialog.getByRole('button', { name: 'Change price' })
  await dialog.getByLabel('Price each').fill(String(coins + 21))
  await expect(dialog.getByText('You don’t have that many coins.')).toBeVisible()
  await expect(dialog.getByText('This order can’t be placed.')).toBeVisible()
  await expect(change).toBeDisabled()
  await dialog.getByLabel('Price each').fill(String(coins + 20))
  await expect(dialog.getByText('You don’t have that many coins.')).toHaveCount(0)
  await change.click()
  await expectToast(page, 'New price for Silver Ore')
  const { lots } = await player.call('POST /marketplace/get-my-lots')
  expect(lots).toMatchObject([{ price: coins + 20, current_count: 1 }])
})

test('a lot behind older ones at its price says so until it is first in the queue @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const rival = await Player.signIn(url)
  await rival.offer(PINE_LOG, 6, 32)
  await openListings(page, url, (player) => player.offer(PINE_LOG, 2, 32))
  const row = section(page, 'Sell lots').getByRole('row', { name: 'Pine Log' })
  await expect(row).toContainText('Not first in line: 6 ahead at this price')
  await row.getByRole('link', { name: 'Pine Log' }).click()
  const own = page.getByRole('region', { name: 'Your open lots' })
  await expect(own).toContainText('Not first in line: 6 ahead at this price')
  const buyer = await Player.signIn(url)
  await buyer.call('POST /marketplace/buy-lot', { item_type_id: PINE_LOG, price: 32, count: 6 })
  await expect(own.getByText(/Not first in line/)).toHaveCount(0)
  await page.goBack()
  await expect(row).toContainText('2/2')
  await expect(row.getByText(/Not first in line/)).toHaveCount(0)
})

test('listings are managed with the keyboard alone', async ({ visitors }) => {
  const page = await visitors.open()
  await openListings(page, clutch().url, async (player) => {
    await player.offer(COPPER_ORE, 3, 91)
    await player.offer(COPPER_ORE, 3, 92)
  })
  const sales = section(page, 'Sell lots')
  const rows = sales.getByRole('row', { name: 'Copper Ore' })
  const price = sales.getByRole('row', { name: 'Copper Ore 92' }).getByRole('button', { name: 'Change price' })
  await tabTo(page, price)
  await page.keyboard.press('Enter')
  const change = page.getByRole('dialog', { name: 'Change the price of Copper Ore' })
  await tabTo(page, change.getByLabel('Price each'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('88')
  await page.keyboard.press('Enter')
  await expect(sales.getByRole('row', { name: 'Copper Ore 88' })).toBeVisible()

  await tabTo(page, sales.getByRole('checkbox', { name: 'Select all' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+Tab')
  await expect(sales.getByRole('button', { name: 'Cancel selected (2)' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 lots' }))
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(0)
})

test('listings are managed on a phone', { tag: '@long' }, async ({ visitors }) => {
  const page = await visitors.open(PHONE)
  await openListings(page, clutch().url, async (player) => {
    await player.offer(COPPER_ORE, 120, 999_999_999_999)
    await player.bid(TIN_ORE, 1_000, 15)
  })
  const sales = section(page, 'Sell lots')
  const row = sales.getByRole('row', { name: 'Copper Ore' })
  await expect(row).toContainText('999,999,999,999')
  await expectNoSideways(page)
  await expectAccessible(page, 'the listings on a phone')
  await row.getByRole('button', { name: 'Change price' }).tap()
  const change = page.getByRole('dialog', { name: 'Change the price of Copper Ore' })
  await change.getByLabel('Price each').fill('75')
  await expectNoSideways(page)
  await change.getByRole('button', { name: 'Change price' }).tap()
  await expect(row).toContainText('75')
  await row.getByRole('button', { name: 'Cancel lot' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel lot' }).tap()
  await expect(row).toHaveCount(0)
  await expectNoSideways(page)
})

test('all undercut lots are repriced in one step, after a preview that can exclude some', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const rival = await Player.signIn(url)
  const player = await openListings(page, url, async (seller) => {
    await seller.offer(COPPER_ORE, 2, 19)
    await seller.offer(WILD_MINT, 4, 18)
    await seller.offer(PINE_LOG, 3, 17)
  })
  const sales = section(page, 'Sell lots')
  await expect(sales.getByRole('button', { name: /^Update undercut/ })).toHaveCount(0)
  await rival.offer(COPPER_ORE, 1, 15)
  await rival.offer(WILD_MINT, 1, 14)
  await rival.offer(PINE_LOG, 1, 13)
  await sales.getByRole('button', { name: 'Update undercut lots (3)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update undercut lots' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Wild Mint' })).toContainText('13')
  await dialog.getByRole('checkbox', { name: 'Update Pine Log' }).uncheck()
  await expect(dialog.getByText('Expected proceeds: 110 → 80')).toBeVisible()
  await expectAccessible(page, 'the preview of new prices')
  await dialog.getByRole('button', { name: 'Update 2 lots' }).click()
  await expectToast(page, '2 lots updated')
  await expect(dialog).toHaveCount(0)
  await expect(sales.getByRole('button', { name: 'Update undercut lots (1)' })).toBeVisible()
  const { lots } = await player.call('POST /marketplace/get-my-lots')
  const priceOf = (itemId: number) => lots.find(({ item_type_id }) => item_type_id === itemId)?.price
  expect([COPPER_ORE, WILD_MINT, PINE_LOG].map(priceOf)).toEqual([14, 13, 17])
})
