import type { Page, Route } from '@playwright/test'
import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004
const UNKNOWN_ITEM = 987_654
const NOT_FOUND = { code: 'lot_not_found', message: 'Lot not found', params: {} }

/** Sentences of document 1 that only a browser can verify, by section, unless another journey is named after them. */
const clutch = serveClutch()

const fail = (route: Route) => route.fulfill({ status: 500, body: 'out of order' })
const prices = (page: Page) => page.getByRole('region', { name: 'Selected item' })

test.describe('§4', () => {
  test('cancelling marks the lot as cancelling, then data reloads', async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open()
    await keepCommandsOnHttp(page, visitors)
    const steamId = newSteamId()
    await (await Player.signIn(url, steamId)).offer(COPPER_ORE, 3, 500)
    await enter(page, url, { steamId })
    await page.goto(`${url}/marketplace/my-listings`)
    const row = page.getByRole('row', { name: 'Copper Ore' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/marketplace/cancel-lot', async (route) => {
      await released
      await route.continue()
    })
    await row.getByRole('button', { name: 'Cancel lot' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel lot' }).click()
    await expect(page.locator('tr[aria-busy="true"]')).toContainText('Copper Ore')
    const reloaded = page.waitForResponse('**/api/marketplace/get-my-lots')
    release()
    await reloaded
    await expect(row).toHaveCount(0)
  })

  test("if an immediate trade is possible the button reads 'buy now' or 'sell now', otherwise an order is created", async ({
    visitors,
  }) => {
    const { url } = clutch()
    const page = await visitors.open()
    const other = await Player.signIn(url)
    await other.offer(COPPER_ORE, 5, 60)
    await other.bid(COPPER_ORE, 5, 40)
    await enter(page, url)
    await openItem(page, url, COPPER_ORE)
    const dialog = page.getByRole('dialog')
    for (const [side, price, button] of [
      ['Buy', '60', 'Buy now'],
      ['Buy', '59', 'Create buy order'],
      ['Sell', '40', 'Sell now'],
      ['Sell', '41', 'Create sell order'],
    ] as const) {
      await page.getByRole('button', { name: side, exact: true }).click()
      await dialog.getByLabel('Price each').fill(price)
      await expect(dialog.getByRole('button', { name: button })).toBeEnabled()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  })

  test('changing the interval is ignored if it is the same or a load is running; otherwise it is set and refetched', async ({
    visitors,
  }) => {
    const { url } = clutch()
    const page = await visitors.open()
    await enter(page, url)
    const asked: string[] = []
    const waiting: (() => void)[] = []
    await page.route('**/api/marketplace/get-chart', async (route) => {
      asked.push((route.request().postDataJSON() as { interval: string }).interval)
      await new Promise<void>((resolve) => waiting.push(resolve))
      await route.continue()
    })
    await openItem(page, url, COPPER_ORE)
    const choose = (interval: string) => page.getByRole('button', { name: interval, exact: true }).click()
    await expect.poll(() => asked).toEqual(['day'])
    await choose('Week')
    await choose('Day')
    await expect(page.getByRole('button', { name: 'Day', exact: true })).toHaveAttribute('aria-pressed', 'true')
    waiting.shift()?.()
    await expect(prices(page).getByText('No data')).toBeVisible()
    await choose('Day')
    await choose('Month')
    await expect.poll(() => asked).toEqual(['day', 'month'])
    waiting.shift()?.()
    await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect.poll(() => asked).toEqual(['day', 'month', 'month'])
    await choose('Week')
    waiting.shift()?.()
    await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled()
    expect(asked).toEqual(['day', 'month', 'month'])
    await expect(page.getByRole('button', { name: 'Month', exact: true })).toHaveAttribute('aria-pressed', 'true')
  })
})

test.describe('§5', () => {
  test('price and quantity are required number inputs with step 1; a total cost shows only when both are non-zero', async ({
    visitors,
  }) => {
    const { url } = clutch()
    const page = await visitors.open()
    await enter(page, url)
    await openItem(page, url, HEARTH_COAL)
    const dialog = page.getByRole('dialog')
    for (const side of ['Buy', 'Sell']) {
      await page.getByRole('button', { name: side, exact: true }).click()
      const [count, price] = [dialog.getByLabel('Quantity'), dialog.getByLabel('Price each')]
      for (const field of [count, price]) {
        await expect(field).toHaveRole('spinbutton')
        await expect(field).toHaveAttribute('required')
        await field.fill('6')
        await field.press('ArrowUp')
        await expect(field).toHaveValue('7')
        await field.press('ArrowDown')
        await expect(field).toHaveValue('6')
      }
      const total = dialog
        .locator('div')
        .filter({ has: page.getByText('Total', { exact: true }) })
        .getByRole('definition')
      await count.fill('3')
      await price.fill('0')
      await expect(total.first()).toHaveText('–')
      await price.fill('7')
      await expect(total.first()).toHaveText('21')
      await count.fill('')
      await expect(total.first()).toHaveText('–')
      await page.keyboard.press('Escape')
    }
  })
})

test.describe('§8', () => {
  test('inventory load failure: shows the error message', async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open()
    visitors.expectComplaint(/status of 500/)
    await enter(page, url)
    await page.route('**/api/inventory/get', fail)
    await page.goto(`${url}/inventory/page`)
    await expect(page.getByRole('main').getByText('Something went wrong')).toBeVisible()
    await page.unroute('**/api/inventory/get')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: /^Copper Ore.*: show details$/ })).toBeVisible()
  })

  test('price load failure: prices left empty', async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open()
    visitors.expectComplaint(/status of 500/)
    await enter(page, url)
    await page.route('**/api/marketplace/get-all-prices', fail)
    await page.goto(`${url}/marketplace/market`)
    await expect(page.getByRole('option', { name: 'Copper Ore' })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Copper Ore' }).getByTitle(/^(?:Buy|Sell) now: \d/)).toHaveCount(0)
  })

  test('chart load failure: data emptied, no user message', async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open()
    visitors.expectComplaint(/status of 500/)
    await enter(page, url)
    await page.route('**/api/marketplace/get-chart', fail)
    await openItem(page, url, COPPER_ORE)
    await expect(prices(page).getByText('No data')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('')
  })

  test('history load failure: list left unchanged', async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open()
    visitors.expectComplaint(/status of 500/)
    const steamId = newSteamId()
    const player = await Player.signIn(url, steamId)
    await enter(page, url, { steamId })
    await page.goto(`${url}/inventory/history`)
    await expect(page.getByText('Starter pack')).toBeVisible()
    await page.route('**/api/inventory/history', fail)
    await player.offer(HEARTH_COAL, 1, 400)
    await expect(page.getByText('The history could not be loaded')).toBeVisible()
    await expect(page.getByText('Starter pack')).toBeVisible()
  })

  test("cancel lot error: the response body, or the default 'Error canceling lot'", async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open()
    await keepCommandsOnHttp(page, visitors)
    visitors.expectComplaint(/status of (?:404|500)/)
    const steamId = newSteamId()
    await (await Player.signIn(url, steamId)).offer(HEARTH_COAL, 3, 500)
    await enter(page, url, { steamId })
    await page.goto(`${url}/marketplace/my-listings`)
    await page.getByRole('button', { name: 'Cancel lot' }).click()
    const dialog = page.getByRole('dialog')
    await page.route('**/api/marketplace/cancel-lot', (route) => route.fulfill({ status: 404, json: NOT_FOUND }))
    await dialog.getByRole('button', { name: 'Cancel lot' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(/lot/)
    await expect(dialog.getByRole('alert')).not.toHaveText('Error canceling lot')
    await page.unroute('**/api/marketplace/cancel-lot')
    await page.route('**/api/marketplace/cancel-lot', fail)
    await dialog.getByRole('button', { name: 'Cancel lot' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Error canceling lot')
  })

  test("unknown item in a list: 'Item #{id}'", async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open()
    await enter(page, url)
    await page.route('**/api/inventory/get', async (route) => {
      const response = await route.fetch({ maxRetries: 2 })
      const owned = (await response.json()) as object[]
      await route.fulfill({ response, json: [...owned, { TypeId: UNKNOWN_ITEM, Count: 7 }] })
    })
    await page.goto(`${url}/inventory/page`)
    await expect(page.getByRole('listitem').filter({ hasText: `Item #${UNKNOWN_ITEM}` })).toContainText('7 owned')
  })

  test('empty lists show not_found text', async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open()
    await enter(page, url)
    await page.goto(`${url}/marketplace/history`)
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await page.goto(`${url}/marketplace/my-listings`)
    await expect(page.getByText('You have no sell lots.')).toBeVisible()
    await expect(page.getByText('You have no buy lots.')).toBeVisible()
    await page.goto(`${url}/marketplace/market`)
    await page.getByRole('searchbox', { name: 'Search items' }).fill('no such item')
    await expect(page.getByText('No items match this search.')).toBeVisible()
  })
})
