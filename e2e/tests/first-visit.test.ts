import { balance, expect, openItem, serveClutch, signIn, test } from '../support/journey.ts'

const COPPER_ORE = 1_001
/** Above every order of the demo world, so that living traders cannot get in between. */
const GENEROUS_PRICE = 5_000
const UNREACHED_PRICE = 987_654

const clutch = serveClutch({ isLiving: true })

test('a visitor signs in, buys, sells, and watches the market move without reloading', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await signIn(page, url, { name: 'Little Ostrich' })
  await expect(page.getByRole('heading', { name: 'Little Ostrich' })).toBeVisible()

  await test.step('the market is full of living prices', async () => {
    await openItem(page, url, COPPER_ORE)
    await expect(page.getByTitle(/^Buy: .* offered at/).first()).toBeVisible()
    await expect(page.getByTitle(/^Sell: .* wanted at/).first()).toBeVisible()
    await expect(page.locator('.uplot canvas')).toBeVisible()
  })
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await test.step('buying now moves balance, inventory and chart', async () => {
    const coins = await balance(page)
    await page.getByRole('button', { name: 'As a table' }).click()
    const today = page.getByRole('region', { name: 'Price history' }).getByRole('row').last()
    const tradedBefore = await today.textContent()
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Quantity').fill('3')
    await page.getByRole('dialog').getByLabel('Price for one').fill(String(GENEROUS_PRICE))
    await page.getByRole('dialog').getByRole('button', { name: 'Buy now' }).click()
    await expect(page.getByText('Bought 3 × Copper Ore for')).toBeVisible()
    await expect(page.getByText('123 in inventory').first()).toBeVisible()
    await expect.poll(() => balance(page)).toBeLessThan(coins)
    await expect(today).not.toHaveText(tradedBefore ?? '')
  })

  await test.step('a sell order stands among the own lots and in the listings', async () => {
    await page.getByRole('button', { name: 'Sell', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Quantity').fill('20')
    await page.getByRole('dialog').getByLabel('Price for one').fill(String(UNREACHED_PRICE))
    await page.getByRole('dialog').getByRole('button', { name: 'Create sell order' }).click()
    await expect(page.getByText('Order placed: 20 × Copper Ore')).toBeVisible()
    await expect(page.getByText('103 in inventory').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your open lots' })).toContainText('20/20')
    await page.getByRole('link', { name: 'My listings', exact: true }).first().click()
    await expect(page.getByRole('row', { name: 'Copper Ore' })).toContainText('987,654')
  })

  await test.step('the trade is in the history', async () => {
    await page.getByRole('link', { name: 'Trading history' }).click()
    await expect(page.getByRole('row', { name: 'Copper Ore' }).first()).toContainText('Bought at once')
  })
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
