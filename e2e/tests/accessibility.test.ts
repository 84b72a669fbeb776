import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, openItem, serveClutch, signIn, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004
const PINE_LOG = 1_301
const WILD_MINT = 1_401
/** Makes a Pine Plank from three Pine Logs in eight seconds. */
const PLANK_RECIPE = 201
const CRAFTED_WITHIN_MS = 20_000
/** The desktop is slightly too narrow to dock the order form next to the book, so that its popup is checked, too. */
const SIZES = { desktop: { width: 1_380, height: 900 }, phone: { width: 390, height: 844 } } as const

/** Generous, because every state is checked node by node. */
const TIMEOUT_MS = 180_000

const clutch = serveClutch()

// Run in parallel, each with its own server: one after another they would take longer than all other journeys.
test.describe.configure({ mode: 'parallel', timeout: TIMEOUT_MS })

for (const [device, viewport] of Object.entries(SIZES)) {
  test(
    `every page is accessible on a ${device}`,
    { tag: device === 'phone' ? ['@long'] : [] },
    async ({ visitors }) => {
      const { url } = clutch()
      const steamId = newSteamId()
      const player = await Player.signIn(url, steamId)
      const other = await Player.signIn(url)
      await player.offer(COPPER_ORE, 12, 45)
      await player.bid(COPPER_ORE, 2, 31)
      await other.offer(COPPER_ORE, 20, 40)
      await player.call('POST /marketplace/buy-lot', { item_type_id: COPPER_ORE, price: 40, count: 8 })

      const page = await visitors.open({ viewport, reducedMotion: 'reduce' })
      visitors.expectComplaint(/status of 404/)
      await page.goto(url)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, 'welcome')
      await signIn(page, url, { steamId })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, 'home')

      await page.goto(`${url}/marketplace/market`)
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
      await page.getByRole('button', { name: 'Filter by tags' }).click()
      await expectAccessible(page, 'market')

      await openItem(page, url, COPPER_ORE)
      await expect(page.locator('.uplot canvas')).toBeVisible()
      await expectAccessible(page, 'item')
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      await expectAccessible(page, 'item with the chart as a table')
      for (const side of ['Buy', 'Sell']) {
        await page
          .getByRole('region', { name: 'Selected item' })
          .getByRole('button', { name: side, exact: true })
          .click()
        await page.getByRole('dialog').getByLabel('Quantity').fill('999999')
        await expect(page.getByRole('dialog').getByRole('alert')).not.toBeEmpty()
        await expect(page.getByRole('dialog').locator('[type=submit]')).toBeDisabled()
        await expectAccessible(page, `${side} popup`)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }

      await page.goto(`${url}/marketplace/my-listings`)
      await expect(page.getByRole('row', { name: 'Copper Ore' })).toHaveCount(2)
      await expectAccessible(page, 'my listings')
      await page.getByRole('button', { name: 'Cancel lot' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, 'confirmation')

      await page.goto(`${url}/marketplace/history`)
      await expect(page.getByRole('main').getByText('Copper Ore').last()).toBeVisible()
      await expectAccessible(page, 'trading history')
      await page.goto(`${url}/inventory/page`)
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      await expectAccessible(page, 'inventory')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, 'keyboard help')
      await page.goto(`${url}/no/such/page`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, 'not found')
    },
  )

  test(`every popup and second view is accessible on a ${device}`, { tag: '@long' }, async ({ visitors }) => {
    const { url } = clutch()
    const steamId = newSteamId()
    const player = await Player.signIn(url, steamId)
    const other = await Player.signIn(url)
    await player.offer(HEARTH_COAL, 12, 45)
    await player.bid(HEARTH_COAL, 2, 31)
    await other.offer(PINE_LOG, 20, 40)
    await player.call('POST /marketplace/buy-lot', { item_type_id: PINE_LOG, price: 40, count: 8 })
    await other.bid(WILD_MINT, 5, 20)
    await player.call('POST /craft/start', { receipt_id: PLANK_RECIPE, count: 1 })
    await player.call('POST /craft/start', { receipt_id: PLANK_RECIPE, count: 20 })

    const page = await visitors.open({ viewport, reducedMotion: 'reduce' })
    const dialog = page.getByRole('dialog')
    await enter(page, url, { steamId })

    await openItem(page, url, HEARTH_COAL)
    await page.getByRole('button', { name: 'Depth' }).click()
    await expect(page.locator('.uplot canvas')).toBeVisible()
    await expectAccessible(page, 'depth chart')

    await page.goto(`${url}/marketplace/my-listings`)
    await page.getByRole('button', { name: 'Change price' }).first().click()
    await expect(dialog.getByLabel('Price each')).toBeVisible()
    await expectAccessible(page, 'price change')

    await page.goto(`${url}/marketplace/history?view=profit`)
    await expect(page.getByRole('row', { name: 'Pine Log' })).toBeVisible()
    await expectAccessible(page, 'profit per item')

    await page.goto(`${url}/inventory/page?item=${WILD_MINT}`)
    await expect(dialog.locator('.uplot canvas')).toBeVisible()
    await expectAccessible(page, 'item popup')
    await dialog.getByRole('button', { name: 'Table', exact: true }).click()
    await expectAccessible(page, 'item popup with the chart as a table')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sell multiple' }).click()
    await page.getByRole('button', { name: 'Choose Wild Mint' }).click()
    await expectAccessible(page, 'choosing items to sell')
    await page.getByRole('button', { name: 'Preview the sale' }).click()
    await expect(dialog).toContainText(/\d at 20/)
    await expectAccessible(page, 'sale of several items')

    await page.goto(`${url}/inventory/history`)
    await expect(page.getByText('Starter pack')).toBeVisible()
    await expectAccessible(page, 'inventory history')

    await page.goto(`${url}/craft/receipts`)
    const recipe = page.getByRole('button', { name: 'Show details: Copper Ingot' })
    await expect(recipe).toBeVisible()
    await expectAccessible(page, 'craft recipes')
    await recipe.click()
    await expect(dialog).toBeVisible()
    await expectAccessible(page, 'recipe popup')
    await page.goto(`${url}/craft/queue`)
    await expect(page.getByRole('progressbar').first()).toBeVisible()
    await expectAccessible(page, 'craft queue')
    await page.goto(`${url}/craft/history`)
    await expect(page.getByRole('main').getByText('Pine Plank').first()).toBeVisible({ timeout: CRAFTED_WITHIN_MS })
    await expectAccessible(page, 'craft history')
  })
}
