import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { balance, enter, expect, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const TIN_ORE = 1_002
const PINE_LOG = 1_301
const WILD_MINT = 1_401
const KINDS = 14
const HOSTILE = '[b onmouseover=window.harmed=1]Bold[/b] [script]window.harmed=1[/script] <img src=x onerror=harmed=1>'

const clutch = serveClutch()

const tiles = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: /owned/ })
const tile = (page: Page, name: string) => tiles(page).filter({ hasText: name })
const popup = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Signs in and opens the inventory. @returns the same player as an API client */
async function openInventory(page: Page, url: string): Promise<Player> {
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await enter(page, url, { steamId })
  await page.goto(`${url}/inventory/page`)
  await expect(tiles(page)).toHaveCount(KINDS)
  return player
}

async function openPopup(page: Page, name: string): Promise<void> {
  await tile(page, name)
    .getByRole('button', { name: new RegExp(`^${name}.*: show details$`) })
    .click()
  await expect(popup(page, name).locator('.uplot canvas')).toBeVisible()
}

test('the grid is sorted by count, can be searched, and filters by any of the chosen tags', async ({ visitors }) => {
  const page = await visitors.open()
  await openInventory(page, clutch().url)
  const counts = [200, 120, 80, 60, 40, 20, 10, 5, 2, 1, 1, 1, 1, 1]
  await expect(tiles(page).getByText(/owned$/)).toHaveText(counts.map((count) => `${count} owned`))

  await page.getByRole('searchbox', { name: 'Search your items' }).fill('  COPPER ')
  await expect(tiles(page)).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search your items' }).fill('')
  await expect(tiles(page)).toHaveCount(KINDS)
  const tags = page.getByRole('combobox', { name: 'Filter by tag' })
  for (const tag of ['Ores', 'Herbs']) {
    await tags.fill(tag)
    await page.getByRole('option', { name: tag }).click()
  }
  await expect(tiles(page)).toHaveText([/Hearth Coal/, /Copper Ore/, /Wild Mint/])
  await tags.fill('Ores')
  await expect(page.getByRole('option', { name: 'Ores' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search your items' }).fill('nothing like it')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and tags' }).click()
  await expect(tiles(page)).toHaveCount(KINDS)
})

test('a popup shows all details of an item, and going back closes it', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const player = await openInventory(page, url)
  await player.offer(COPPER_ORE, 20, 999)
  await expect(tile(page, 'Copper Ore')).toContainText('100 owned')
  await openPopup(page, 'Copper Ore')
  const dialog = popup(page, 'Copper Ore')
  await expect(page).toHaveURL(/\?item=1001$/)
  await expect(dialog).toContainText('Green-veined rock')
  for (const fact of ['TypeItem', 'Can be soldyes', 'On hand100', 'In lots20']) await expect(dialog).toContainText(fact)
  await expect(dialog.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
    'Ores',
    'Common',
    'For smelting',
  ])
  await expect(dialog).toContainText('Total 100')
  await expect(dialog).toContainText('Maximum 100')
  await expectAccessible(page, 'the item popup')

  await test.step('the chart has four intervals, a table, and points to press', async () => {
    for (const interval of ['Hour', 'Week', 'Month', 'Day']) {
      await dialog.getByRole('button', { name: interval, exact: true }).click()
      await expect(dialog.getByRole('button', { name: interval, exact: true })).toHaveAttribute('aria-pressed', 'true')
      await expect(dialog.locator('.uplot canvas')).toBeVisible()
    }
    await dialog.getByRole('button', { name: 'Table', exact: true }).click()
    const slot = dialog.getByRole('row').last()
    await expect(slot.getByRole('cell')).toHaveText('100')
    const day = (await slot.getByRole('rowheader').textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Chart', exact: true }).click()
    // The chart is sized after its axes, which are drawn later: measure and press again until the layout is stable.
    await expect(async () => {
      const { width, height } = (await dialog.locator('.u-over').boundingBox()) ?? { width: 0, height: 0 }
      await dialog.locator('.u-over').click({ position: { x: width - 12, y: height / 2 }, timeout: 1_000 })
      await expect(dialog.getByText(`${day}: 100`)).toBeVisible({ timeout: 500 })
    }).toPass()
  })

  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await page.goForward()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('link', { name: 'Buy on the market' }).click()
  await expect(page).toHaveURL(`${url}/marketplace/market#/item=${COPPER_ORE}`)

  await page.goto(`${url}/inventory/page`)
  await openPopup(page, 'Shop Key')
  await expect(popup(page, 'Shop Key')).toContainText('Can be soldno')
  await expect(popup(page, 'Shop Key').getByRole('button', { name: 'Sell' })).toBeDisabled()
})

test('an item is sold from its popup, and the player’s net worth changes with it', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const player = await openInventory(page, url)
  const buyer = await Player.signIn(url)
  await buyer.bid(PINE_LOG, 10, 33)
  const coins = await balance(page)
  await openPopup(page, 'Pine Log')
  await popup(page, 'Pine Log').getByRole('button', { name: 'Sell', exact: true }).click()
  const dialog = popup(page, 'Sell Pine Log')
  await expect(dialog.getByLabel('Quantity')).toHaveValue('80')
  await dialog.getByLabel('Quantity').fill('10')
  await dialog.getByLabel('Price each').fill('33')
  await dialog.getByRole('button', { name: 'Sell now' }).click()
  await expect(page.getByText('Sold 10 × Pine Log for 330')).toBeVisible()
  await expect.poll(() => balance(page)).toBe(coins + 330)
  await page.keyboard.press('Escape')
  await expect(tile(page, 'Pine Log')).toContainText('70 owned')

  const worth = page.getByRole('region', { name: 'Net worth' })
  const figure = (name: string) => worth.locator('div').filter({ hasText: name }).getByRole('definition')
  await expect(figure('Coins in buy lots')).toHaveText('0')
  await player.bid(TIN_ORE, 100, 50)
  await expect(figure('Coins in buy lots')).toHaveText('5k')
  await player.offer(COPPER_ORE, 120, 888)
  await expect(tile(page, 'Copper Ore')).toHaveCount(0)
})

test('several items are sold together, at once or as offers, with a preview of the result', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const player = await openInventory(page, url)
  const buyer = await Player.signIn(url)
  await buyer.bid(WILD_MINT, 20, 20)
  await buyer.bid(WILD_MINT, 25, 18)
  await page.getByRole('button', { name: 'Sell multiple' }).click()
  await expect(page.getByRole('button', { name: 'Choose Shop Key' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Preview the sale' })).toBeDisabled()
  for (const name of ['Wild Mint', 'Hill Wool']) await page.getByRole('button', { name: `Choose ${name}` }).click()
  await expect(page.getByText('2 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Preview the sale' }).click()

  const dialog = popup(page, 'Sell multiple items')
  const line = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect(line('Wild Mint')).toContainText('45 at 18–20')
  await expect(line('Wild Mint')).toContainText('Only 45 can be sold now')
  await expect(line('Hill Wool')).toContainText('No buyers right now')
  await dialog.getByLabel('Quantity: Wild Mint').fill('30')
  await expect(line('Wild Mint')).toContainText('30 at 18–20')
  await expect(dialog).toContainText('You receive580')
  await expectAccessible(page, 'the sale of several items')
  await dialog.getByRole('button', { name: 'Sell 1 item type' }).click()
  await expect(line('Wild Mint')).toContainText('Sold 30 for 580')

  await dialog.getByRole('radio', { name: 'Place as the cheapest offer' }).check()
  await dialog.getByLabel('Price: Hill Wool').fill('71')
  await expect(dialog).toContainText('You receive once everything is sold2,840')
  await expectAccessible(page, 'the sale of several items as offers')
  await dialog.getByRole('button', { name: 'Sell 1 item type' }).click()
  await expect(line('Hill Wool')).toContainText('Placed: 40')
  await expect(dialog).toContainText('2 of 2 done')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(tile(page, 'Wild Mint')).toContainText('30 owned')
  await expect(tile(page, 'Hill Wool')).toHaveCount(0)
  const { lots } = await player.call('POST /marketplace/get-my-lots')
  expect(lots).toMatchObject([{ item_type_id: 1_501, price: 71, count: 40 }])
})

test('unknown markup is shown as plain text and has no effect @long', async ({ visitors }) => {
  const page = await visitors.open()
  await page.route('**/api/v2/get-all-items', async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const answer = (await response.json()) as { items: { Itemdefid: number; Description: string }[] | null }
    for (const item of answer.items ?? []) if (item.Itemdefid === COPPER_ORE) item.Description = HOSTILE
    await route.fulfill({ response, json: answer })
  })
  await openInventory(page, clutch().url)
  await openPopup(page, 'Copper Ore')
  const dialog = popup(page, 'Copper Ore')
  await expect(dialog).toContainText('[script]window.harmed=1[/script] <img src=x onerror=harmed=1>')
  await dialog.getByText('Bold').hover()
  await expect(dialog.locator('img')).toHaveCount(0)
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
})

test('the inventory is usable with the keyboard alone', async ({ visitors }) => {
  const page = await visitors.open()
  await openInventory(page, clutch().url)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search your items' })).toBeFocused()
  await page.keyboard.type('hatchet')
  await expect(tiles(page)).toHaveCount(1)
  await tabTo(page, tile(page, 'Copper Hatchet').getByRole('button'))
  await page.keyboard.press('Enter')
  const dialog = popup(page, 'Copper Hatchet')
  // While the chart loads, another interval is ignored.
  await expect(dialog.locator('.uplot canvas')).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: 'Week' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Week' })).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, dialog.getByRole('button', { name: 'Sell', exact: true }))
  await page.keyboard.press('Enter')
  const sale = popup(page, 'Sell Copper Hatchet')
  await tabTo(page, sale.getByLabel('Price each'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('400')
  await expect(sale.getByRole('button', { name: 'Create sell order' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Order placed: 1 × Copper Hatchet')).toBeVisible()
})

test('the inventory is usable on a phone', { tag: '@long' }, async ({ visitors }) => {
  const page = await visitors.open(PHONE)
  await openInventory(page, clutch().url)
  await expectNoSideways(page)
  await expectAccessible(page, 'the inventory on a phone')
  await tile(page, 'Hearth Loaf').getByRole('button').tap()
  const dialog = popup(page, 'Hearth Loaf')
  await expect(dialog.locator('.uplot canvas')).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page, 'the item popup on a phone')
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('button', { name: 'Sell multiple' }).tap()
  await page.getByRole('button', { name: 'Choose Hearth Loaf' }).tap()
  await page.getByRole('button', { name: 'Preview the sale' }).tap()
  const sale = popup(page, 'Sell multiple items')
  await sale.getByRole('radio', { name: 'Place as the cheapest offer' }).check()
  await sale.getByLabel('Price: Hearth Loaf').fill('999999999')
  await expectNoSideways(page)
  await expectAccessible(page, 'the sale of several items on a phone')
})
