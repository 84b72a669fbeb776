import { balance, enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { PHONE } from '../support/phone.ts'
import { Player } from '../support/player.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'

const COPPER_ORE = 1_001
const TIN_ORE = 1_002
const OAK_LOG = 1_301
/** The list's own buttons come between the search field and its results. */
const TABS_MAX = 12

const clutch = serveClutch()

test('the market is usable with the keyboard alone', async ({ visitors }) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  await seller.offer(COPPER_ORE, 5, 40)
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/marketplace/market`)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search items' })).toBeFocused()
  await page.keyboard.type('copper ore')
  await expect(page.getByRole('option', { name: 'Copper Ore' })).toHaveAttribute('aria-setsize', /^.$/)
  await tabTo(page, page.getByRole('listbox', { name: 'Items', exact: true }), TABS_MAX)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('heading', { name: 'Copper Ore' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Buy', exact: true }), TABS_MAX)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Buy Copper Ore' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Buy', exact: true })).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('spinbutton', { name: 'Quantity', exact: true }), TABS_MAX)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await tabTo(page, page.getByRole('spinbutton', { name: 'Price each', exact: true }), TABS_MAX)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Buy now' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bought 2 × Copper Ore for 80')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a lot is placed and cancelled on a phone @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(PHONE)
  await enter(page, url)
  await page.goto(url)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Market' }).tap()
  await page.getByRole('searchbox', { name: 'Search items' }).fill('copper ore')
  await expect(page.getByRole('option', { name: 'Copper Ore' })).toHaveAttribute('aria-setsize', /^.$/)
  await page.getByRole('option', { name: 'Copper Ore' }).tap()
  await expect(page.getByRole('heading', { name: 'Copper Ore' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await page.getByRole('button', { name: 'Sell', exact: true }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill('15')
  await dialog.getByLabel('Price each').fill('70')
  await dialog.getByRole('button', { name: 'Create sell order' }).tap()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'My listings' }).first().tap()
  const row = page.getByRole('row', { name: 'Copper Ore' })
  await expect(row).toContainText('15/15')
  await row.getByRole('button', { name: 'Cancel lot' }).tap()
  await expect(page.getByRole('dialog', { name: 'Do you really want to cancel the lot(s)?' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel lot' }).tap()
  await expect(row).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Inventory' }).tap()
  await expect(page.getByRole('listitem').filter({ hasText: 'Copper Ore' })).toContainText('120 owned')
})

test('a rejected order is explained in the popup, and the typed values are kept', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 4\d\d/)
  await enter(page, url)
  await page.goto(url)
  const coins = await balance(page)
  const dialog = page.getByRole('dialog')

  await test.step('not enough coins', async () => {
    await openItem(page, url, TIN_ORE)
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    await dialog.getByLabel('Quantity').fill('1000')
    await dialog.getByLabel('Price each').fill('5000')
    await expect(dialog.getByRole('alert')).toContainText('You don’t have that many coins.')
    await expect(dialog.getByRole('button', { name: 'Create buy order' })).toBeDisabled()
    await expect(dialog.getByText('Coins missing')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('not enough items', async () => {
    await openItem(page, url, OAK_LOG)
    // The previous item is shown until this one has loaded.
    await expect(page.getByRole('heading', { level: 2, name: 'Pine Log' })).toBeVisible()
    await page.getByRole('button', { name: 'Sell', exact: true }).click()
    await dialog.getByLabel('Quantity').fill('81')
    await dialog.getByLabel('Price each').fill('9')
    await expect(dialog.getByRole('alert')).toContainText('You don’t have that many items.')
    await expect(dialog.getByRole('button', { name: 'Create sell order' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(page.getByText('80 in inventory').first()).toBeVisible()
  })

  expect(await balance(page)).toBe(coins)
})

test('an order that arrives after the market has moved away changes nothing @long', async ({ visitors }) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  const rival = await Player.signIn(url)
  await seller.offer(OAK_LOG, 3, 20)
  const page = await visitors.open()
  await keepCommandsOnHttp(page, visitors)
  visitors.expectComplaint(/status of 409/)
  await enter(page, url)
  await page.goto(url)
  const coins = await balance(page)
  await openItem(page, url, OAK_LOG)
  await page.getByTitle('Buy: 3 offered at 20').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Buy now' })).toBeEnabled()

  // The rival trades while the order is still on its way.
  await page.route('**/api/marketplace/buy-lot', async (route) => {
    await rival.call('POST /marketplace/buy-lot', { item_type_id: OAK_LOG, price: 20, count: 3 })
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Buy now' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The market moved')
  await expect(dialog.getByLabel('Quantity')).toHaveValue('3')
  await expect(dialog.getByRole('button', { name: 'Create buy order' })).toBeEnabled()
  expect(await balance(page)).toBe(coins)
})
