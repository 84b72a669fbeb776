import type { Luck } from '@clutch/contract'
import { expectAccessible } from '../support/accessibility.ts'
import { balance, countClicks, enter, expect, openItem, serveClutch, signIn, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'
import { expectToast } from '../support/toasts.ts'

const COPPER_ORE = 1_001
const CHARRED_BONE = 1_506
/** Yields two to six, at random. */
const BONE_ASH_RECIPE = 115
/** Above every order of the demo world, so that living traders cannot interfere. */
const GENEROUS_PRICE = 5_000
const UNREACHED_PRICE = 987_654

const clutch = serveClutch({ isLiving: true })

test('a visitor signs in, buys, sells, and sees the market move without reloading', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await signIn(page, url, { name: 'Little Ostrich' })
  await expect(page.getByRole('heading', { name: 'Little Ostrich' })).toBeVisible()

  await test.step('the market shows living prices', async () => {
    await openItem(page, url, COPPER_ORE)
    await expect(page.getByTitle(/^Buy: .* offered at/).first()).toBeVisible()
    await expect(page.getByTitle(/^Sell: .* wanted at/).first()).toBeVisible()
    await expect(page.locator('.uplot canvas')).toBeVisible()
  })
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await test.step('an immediate purchase updates balance, inventory and chart', async () => {
    const coins = await balance(page)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const today = page.getByRole('region', { name: 'Price history' }).getByRole('row').last()
    const tradedBefore = await today.textContent()
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Quantity').fill('3')
    await page.getByRole('dialog').getByLabel('Price each').fill(String(GENEROUS_PRICE))
    await page.getByRole('dialog').getByRole('button', { name: 'Buy now' }).click()
    await expect(page.getByText('Bought 3 × Copper Ore for')).toBeVisible()
    await expect(page.getByText('123 in inventory').first()).toBeVisible()
    await expect.poll(() => balance(page)).toBeLessThan(coins)
    await expect(today).not.toHaveText(tradedBefore ?? '')
  })

  await test.step('a sell order appears among the player’s lots and in the listings', async () => {
    await page.getByRole('button', { name: 'Sell', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Quantity').fill('20')
    await page.getByRole('dialog').getByLabel('Price each').fill(String(UNREACHED_PRICE))
    await page.getByRole('dialog').getByRole('button', { name: 'Create sell order' }).click()
    await expect(page.getByText('Order placed: 20 × Copper Ore')).toBeVisible()
    await expect(page.getByText('103 in inventory').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your open lots' })).toContainText('20/20')
    await page.getByRole('link', { name: 'My listings', exact: true }).first().click()
    await expect(page.getByRole('row', { name: 'Copper Ore' })).toContainText('987,654')
  })

  await test.step('the trade appears in the history', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Trading history' }).click()
    await expect(page.getByRole('row', { name: 'Copper Ore' }).first()).toContainText('Bought instantly')
  })
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a new player trades, crafts, farms, harvests, rents out and spins with the starter pack', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open({ reducedMotion: 'reduce' })
  await signIn(page, url)
  const clicks = await countClicks(page)
  const go = (area: string) =>
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: area, exact: true }).click()

  await go('Marketplace')
  await page.getByRole('option', { name: 'Copper Ore' }).click()
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy now' }).click()
  await expect(page.getByText(/^Bought 1 × Copper Ore for/)).toBeVisible()
  expect(await clicks(), 'clicks to a first trade, of at most 5').toBe(4)

  await go('Craft')
  await page.getByRole('main').getByRole('searchbox').click()
  await page.keyboard.type('copper ingot')
  await page.getByRole('main').getByRole('button', { name: 'Craft', exact: true }).first().click()
  await expectToast(page, 'Recipe Copper Ingot successfully sent')
  expect(await clicks(), 'clicks to a first craft, of at most 3').toBe(3)

  await go('Harvesting')
  await page.getByRole('button', { name: /^Copper Pick You have 1/ }).click()
  await page.getByRole('button', { name: /^Lamp Moth You have 1/ }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expectToast(page, 'Recipe "Copper Hills" updated!')
  await expect(page.getByText('1 of 10,000 running')).toBeVisible()
  expect(await clicks(), 'clicks to a first harvest, of at most 4').toBe(4)

  await page.goto(`${url}/factory/receipts`)
  const saltWorks = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Salt Works' }) })
  await saltWorks.getByRole('radio', { name: /^Hearth Coal/ }).check({ force: true })
  await saltWorks.getByRole('button', { name: 'Start', exact: true }).click()
  await expectToast(page, 'Recipe Salt Works successfully sent')

  await page.goto(`${url}/rent`)
  const heroes = page.getByRole('region', { name: 'Hall of Heroes', exact: true })
  await heroes.getByRole('button', { name: 'Add items to this hall' }).click()
  await page.getByRole('menuitem', { name: /^Courier Snail You have 1/ }).click()
  await page.getByRole('dialog', { name: 'Courier Snail' }).getByRole('spinbutton', { name: 'Count' }).press('Enter')
  await expect(heroes.getByRole('button', { name: /^Courier Snail 1 rented/ })).toBeVisible()

  await page.goto(`${url}/roulette/wheel`)
  await page.getByRole('button', { name: 'Spin', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your prize' })).toBeVisible()
  await page.getByRole('link', { name: 'My spins' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a harvest that lacks items names them, links to each, and buys them', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/harvest/receipts`)
  await page.getByRole('button', { name: /^Copper Pick You have 1/ }).click()
  await page.getByRole('button', { name: /^First Lamp You have 0/ }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expectToast(page, 'Recipe "Copper Hills" updated! Waiting: nothing is running.')
  await expect(page.getByText('Not enough items: Lamp Oil, First Lamp')).toBeVisible()
  const missing = page.getByRole('list', { name: 'Missing items' })
  await expect(missing.getByRole('link', { name: /^First Lamp/ })).toHaveAttribute('href', /#\/item=2407$/)
  await page.getByRole('button', { name: 'Buy missing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy all' }).click()
  await expect(page.getByText('1 of 10,000 running')).toBeVisible()
})

test('the chart shows the chosen overlays, the player’s trades, and a selected part of the time', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await player.bid(COPPER_ORE, 2, GENEROUS_PRICE)
  const page = await visitors.open()
  await enter(page, url, { steamId })
  await openItem(page, url, COPPER_ORE)
  const chart = page.getByRole('region', { name: 'Price history' })
  const layers = chart.getByRole('button', { name: 'Layers' })
  const average = chart.getByRole('button', { name: 'Average of 7 days' })
  const zoomIn = chart.getByRole('button', { name: 'Zoom in' })
  const showAll = chart.getByRole('button', { name: 'Reset zoom' })

  await layers.press('Enter')
  await expect(average).toHaveAttribute('aria-pressed', 'false')
  await average.press('Enter')
  await page.reload()
  await layers.press('Enter')
  await expect(average).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(average).toBeHidden()

  const over = chart.locator('.u-over')
  const legend = chart.locator('strong')
  const pointAt = async (share: number) => {
    await over.scrollIntoViewIfNeeded()
    const { x = 0, y = 0, width = 0, height = 0 } = (await over.boundingBox()) ?? {}
    await page.mouse.move(x + Math.min(share * width, width - 2), y + height / 2)
  }
  // Prices keep arriving: a longer label widens the axis and shifts what was just measured.
  const expectAt = (share: number, look: () => Promise<void>) =>
    expect(async () => {
      await pointAt(share)
      await look()
    }).toPass()
  const readAt = async (share: number, before = '') => {
    let text = ''
    await expectAt(share, async () => {
      text = (await legend.textContent({ timeout: 500 })) ?? ''
      expect(text).not.toBe(before)
    })
    return text
  }
  await expectAt(1, () => expect(chart.getByText('Bought by me: 2')).toBeVisible({ timeout: 500 }))
  await expectAt(1, () => expect(chart.getByText(/^Average of 7 days \d/)).toBeVisible({ timeout: 500 }))

  await test.step('dragging zooms to the selected part, and a double press zooms out', async () => {
    const before = await readAt(0.2, await readAt(1))
    // A redraw between the two presses discards the first one.
    await expect(async () => {
      await pointAt(0.6)
      await page.mouse.down()
      await pointAt(0.9)
      await page.mouse.up()
      await expect(showAll).toBeVisible({ timeout: 500 })
    }).toPass()
    await readAt(0.2, before)
    await expect(async () => {
      await over.dblclick({ timeout: 1_000 })
      await expect(showAll).toHaveCount(0, { timeout: 500 })
    }).toPass()
    await expectAt(0.2, () => expect(legend).toHaveText(before, { timeout: 500 }))
  })

  await test.step('the keyboard does the same', async () => {
    await zoomIn.press('Enter')
    await showAll.press('Enter')
    await expect(showAll).toHaveCount(0)
  })
  await expectAccessible(page, 'the chart with its layers')
})

test('where prices are known the wheel shows the house edge, and the history how lucky the player was', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await player.call('POST /marketplace/buy-lot', { item_type_id: CHARRED_BONE, price: GENEROUS_PRICE, count: 1 })
  await player.call('POST /craft/start', { receipt_id: BONE_ASH_RECIPE, count: 1 })
  const page = await visitors.open()
  await enter(page, url, { steamId })
  await page.goto(`${url}/roulette/wheel`)
  await expect(page.getByText(/^House edge: [\d.]+\s?% at today/)).toBeVisible()
  await expect.poll(async () => (await player.call('POST /craft/get-history')).length, { timeout: 30_000 }).toBe(1)
  await page.goto(`${url}/craft/history`)
  const answered = page.waitForResponse(/\/sim\/luck$/)
  await page.getByRole('button', { name: 'How lucky?' }).press('Enter')
  const luck = (await (await answered).json()) as Luck
  const share = Math.round(luck.luckier_than_percent * 100) / 100
  const [worth, average] = [luck.coins, luck.expected_coins].map((coins) =>
    Math.round(coins).toLocaleString('en', { signDisplay: 'exceptZero' }).replace('-', '−'),
  )
  await expect(page.getByText(`Luckier than ${share}%`, { exact: true })).toBeVisible()
  await expect(page.getByText(`Worth ${worth}, on average ${average}, at today’s fair prices.`)).toBeVisible()
})
