import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const [COPPER_ORE, HEARTH_COAL, PINE_LOG] = [1_001, 1_004, 1_301]
const WIDE = { width: 1_440, height: 900 }
/** Share of the chart's panel that is plot. */
const PLOT_SHARE_MIN = 0.65

const clutch = serveClutch()

test('the chart has most of its panel, with its controls on one line', async ({ visitors }) => {
  const { url } = clutch()
  const [seller, buyer] = [await Player.signIn(url), await Player.signIn(url)]
  await seller.offer(PINE_LOG, 3, 40)
  await buyer.bid(PINE_LOG, 3, 40)
  for (const [device, heightMin] of [
    [{ viewport: WIDE }, 340],
    [{ viewport: { width: 820, height: 1_180 }, hasTouch: true }, 320],
    [PHONE, 220],
  ] as const) {
    const page = await visitors.open(device)
    await enter(page, url)
    await openItem(page, url, PINE_LOG)
    const panel = page.getByRole('region', { name: 'Price history' })
    const plot = panel.locator('.u-over')
    const { width } = device.viewport
    // The plot is drawn again when more of the page arrives.
    const height = async () => (await plot.boundingBox())?.height ?? 0
    await expect.poll(height, `plot at ${width}`).toBeGreaterThanOrEqual(heightMin)
    const share = async () => areaOf(await plot.boundingBox()) / areaOf(await panel.boundingBox())
    await expect.poll(share, `share of the panel at ${width}`).toBeGreaterThanOrEqual(PLOT_SHARE_MIN)
    const middles = await Promise.all(
      ['Hour', 'Month', 'Layers', 'Chart', 'Depth', 'Refresh'].map(async (name) => {
        const box = await panel.getByRole('button', { name, exact: true }).boundingBox()
        return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
      }),
    )
    expect(Math.max(...middles) - Math.min(...middles), `line of controls at ${width}`).toBeLessThanOrEqual(2)
  }
})

function areaOf(box: { readonly width: number; readonly height: number } | null): number {
  return (box?.width ?? 0) * (box?.height ?? 0)
}

test('recent trades are listed with what the taker did, and a new one arrives without a reload', async ({
  visitors,
}) => {
  const { url } = clutch()
  const [seller, buyer] = [await Player.signIn(url), await Player.signIn(url)]
  const page = await visitors.open({ viewport: WIDE })
  await enter(page, url)
  await openItem(page, url, HEARTH_COAL)
  const tape = page.getByRole('list', { name: 'Recent trades' })
  await expect(tape).toContainText('No trades yet')
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  await seller.offer(HEARTH_COAL, 5, 33)
  await buyer.bid(HEARTH_COAL, 2, 33)
  const newest = tape.getByRole('listitem').first()
  await expect(newest).toContainText(/Bought.*33.*2/)
  await buyer.bid(HEARTH_COAL, 9, 31)
  await seller.call('POST /marketplace/sell-to-buy-lot', { item_type_id: HEARTH_COAL, price: 31, count: 4 })
  await expect(newest).toContainText(/Sold.*31.*4/)
  await expect(tape.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'item with recent trades')

  const stranger = await visitors.open()
  await openItem(stranger, url, HEARTH_COAL)
  await expect(stranger.getByRole('list', { name: 'Recent trades' }).getByRole('listitem')).toHaveCount(2)
})

test('the book sums its levels from the spread outwards, and the ticket matches the best price or beats it by one', async ({
  visitors,
}) => {
  const { url } = clutch()
  const [seller, buyer] = [await Player.signIn(url), await Player.signIn(url)]
  await seller.offer(COPPER_ORE, 4, 60)
  await seller.offer(COPPER_ORE, 6, 70)
  await buyer.bid(COPPER_ORE, 5, 50)
  const page = await visitors.open({ viewport: WIDE })
  await enter(page, url, { steamId: newSteamId() })
  await openItem(page, url, COPPER_ORE)
  const selected = page.getByRole('region', { name: 'Selected item' })
  const offers = page.getByRole('list', { name: 'Sell orders' }).getByRole('button')
  await expect(offers.nth(1)).toContainText('10')
  const book = page.getByRole('region', { name: 'Order book' })
  await expect(book.getByText('Spread')).toContainText('Spread')
  await expect(book).toContainText('16.67%')
  await expectOrder(page, ['Buy: 6 offered at 70', 'Buy: 4 offered at 60', 'Sell: 5 wanted at 50'])

  const ticket = page.getByRole('region', { name: 'Order ticket' })
  const price = ticket.getByLabel('Price each')
  await expect(
    selected.getByRole('button', { name: 'Buy', exact: true }),
    'only the ticket sells and buys',
  ).toHaveCount(1)
  await ticket.getByRole('button', { name: 'Match 50' }).click()
  await expect(price).toHaveValue('50')
  await ticket.getByRole('button', { name: 'Outbid by 1' }).click()
  await expect(price).toHaveValue('51')
  await expect(ticket.getByRole('button', { name: 'Create buy order' })).toBeEnabled()
  await ticket.getByRole('button', { name: 'Sell', exact: true }).click()
  await ticket.getByRole('button', { name: 'Undercut by 1' }).click()
  await expect(price).toHaveValue('59')
})

/** Expects the elements with these titles from top to bottom. */
async function expectOrder(page: Page, titles: readonly string[]): Promise<void> {
  const tops = await Promise.all(titles.map(async (title) => (await page.getByTitle(title).boundingBox())?.y ?? 0))
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
}

test('candles are a layer of the chart, and the choice persists', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: WIDE })
  await enter(page, url)
  await openItem(page, url, PINE_LOG)
  const chart = page.getByRole('region', { name: 'Price history' })
  const candles = chart.getByRole('button', { name: 'Candles' })
  await expect(chart.locator('.uplot canvas')).toBeVisible()
  await chart.getByRole('button', { name: 'Layers' }).click()
  await expectAccessible(page, 'layers of the chart')
  await candles.click()
  await expect(candles).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await chart.getByRole('button', { name: 'Layers' }).click()
  await expect(candles).toHaveAttribute('aria-pressed', 'true')
})
