import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const PINE_LOG = 1_301
const WILD_MINT = 1_401

const clutch = serveClutch()

/** Buys ten for 300, sells four of them for 160, and sells three found items for 75. */
async function trade(url: string, steamId: string): Promise<void> {
  const player = await Player.signIn(url, steamId)
  const other = await Player.signIn(url)
  await other.offer(PINE_LOG, 10, 30)
  await player.call('POST /marketplace/buy-lot', { item_type_id: PINE_LOG, price: 30, count: 10 })
  await other.bid(PINE_LOG, 4, 40)
  await player.call('POST /marketplace/sell-to-buy-lot', { item_type_id: PINE_LOG, price: 40, count: 4 })
  await other.bid(WILD_MINT, 3, 25)
  await player.call('POST /marketplace/sell-to-buy-lot', { item_type_id: WILD_MINT, price: 25, count: 3 })
}

test('a portfolio shows net worth, profits and cost basis now, by day and by item', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  await trade(url, steamId)
  const page = await visitors.open()
  // Adds earlier days, as a server that has run for long would return.
  await page.route('**/api/portfolio/get', async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const portfolio = (await response.json()) as { now: { realised_profit: number; net_worth: number } }
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const before = { ...portfolio.now, realised_profit: 0, net_worth: portfolio.now.net_worth - 900 }
    const days = [
      { time_slot: daysAgo(40), ...before, realised_profit: -5 },
      { time_slot: daysAgo(20), ...before },
      { time_slot: daysAgo(1), ...before, net_worth: before.net_worth + 400 },
    ]
    await route.fulfill({ response, json: { ...portfolio, days } })
  })
  await enter(page, url, { steamId })
  await page.goto(`${url}/marketplace/market`)
  await page.getByRole('link', { name: 'Portfolio' }).click()
  await expect(page).toHaveURL(`${url}/marketplace/portfolio`)
  await expect(page).toHaveTitle('Portfolio · Clutch')

  const card = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(card('Net worth')).toContainText('+900 in this period')
  await expect(card('Realised profit')).toContainText('+40')
  await expect(card('Realised profit')).toContainText('+45 in this period')
  await expect(card('Cost basis')).toContainText('180')
  await expect(card('Found and crafted items')).toContainText('75')
  await expect(page.locator('.uplot canvas')).toBeVisible()
  await expectAccessible(page, 'the portfolio')
  await card('Cost basis').click()
  await expect(page.getByRole('heading', { name: 'Cost basis by day' })).toBeVisible()

  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const days = page.getByRole('table', { name: 'Portfolio' })
  await expect(days.locator('tbody').getByRole('row')).toHaveCount(3)
  await expect(days.getByRole('row', { name: /^Today/ })).toContainText('+500')
  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/\?period=7$/)
  await expect(days.locator('tbody').getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true')

  const held = page.getByRole('table', { name: 'Holdings' }).getByRole('row', { name: 'Pine Log' })
  await expect(held).toContainText('180')
  await expectAccessible(page, 'the portfolio as a table')
})

test('on its first day a portfolio explains what it will show, also on a phone @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(PHONE)
  await enter(page, url)
  await page.goto(`${url}/marketplace/portfolio`)
  await expect(page.getByText('Tracking started today. Come back tomorrow for your first trend.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Net worth/ })).toContainText('Tracking since today')
  await expectNoSideways(page)
  await expectAccessible(page, 'the portfolio on a phone')
})
