import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004
const PINE_LOG = 1_301
const WILD_MINT = 1_401
const PAGE_SIZE = 100
/** Several buyers, so that none reaches the command rate limit. */
const BUYERS = 3
/** Enough purchases to make the last page taller than the window, too. */
const BUYS = 45
const CSV_FRAME_LINES = 2

const clutch = serveClutch()

const rows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row')

/** Signs in and opens the trading history of a player with past trades. */
async function openHistory(page: Page, url: string, trade: (player: Player) => Promise<unknown>): Promise<void> {
  const steamId = newSteamId()
  await trade(await Player.signIn(url, steamId))
  await enter(page, url, { steamId })
  await page.goto(`${url}/marketplace/history`)
  await expect(page.getByRole('heading', { name: 'Trading history' })).toBeVisible()
}

/** Places one order of each kind. */
async function tradeEveryWay(player: Player, other: Player, itemId: number): Promise<void> {
  const cancelNewest = async () => {
    const { lots } = await player.call('POST /marketplace/get-my-lots')
    await player.call('POST /marketplace/cancel-lot', { lot_uuid: lots[0]?.lot_uuid ?? '' })
  }
  await player.offer(itemId, 10, 60)
  await other.call('POST /marketplace/buy-lot', { item_type_id: itemId, price: 60, count: 4 })
  await cancelNewest()
  await player.bid(itemId, 5, 20)
  await other.call('POST /marketplace/sell-to-buy-lot', { item_type_id: itemId, price: 20, count: 2 })
  await cancelNewest()
  await other.offer(itemId, 7, 50)
  await player.call('POST /marketplace/buy-lot', { item_type_id: itemId, price: 50, count: 7 })
  await other.bid(itemId, 8, 25)
  await player.call('POST /marketplace/sell-to-buy-lot', { item_type_id: itemId, price: 25, count: 8 })
}

test('each order shows with signs how it changed items and coins @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const other = await Player.signIn(url)
  await openHistory(page, url, (player) => tradeEveryWay(player, other, COPPER_ORE))
  await expect(rows(page)).toHaveCount(6)
  for (const [type, count, price, sum] of [
    ['Sold instantly', '−8', '25', '+200'],
    ['Bought instantly', '+7', '50', '−350'],
    ['Buy lot cancelled', '−3', '20', '+60'],
    ['Bought (listing)', '+2', '20', '−40'],
    ['Sell lot cancelled', '+6', '60', '−360'],
    ['Sold (listing)', '−4', '60', '+240'],
  ] as const) {
    const cells = rows(page).filter({ hasText: type }).getByRole('cell')
    await expect(cells.nth(3), type).toHaveText(count)
    await expect(cells.nth(4), type).toHaveText(price)
    await expect(cells.nth(5), type).toHaveText(sum)
  }
  await rows(page).first().getByRole('link', { name: 'Copper Ore' }).click()
  await expect(page).toHaveURL(`${url}/marketplace/market#/item=${COPPER_ORE}`)
})

test('filters by type and item are kept in the address, so that they survive a reload', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const other = await Player.signIn(url)
  await openHistory(page, url, async (player) => {
    await tradeEveryWay(player, other, HEARTH_COAL)
    await other.offer(PINE_LOG, 1, 44)
    await player.call('POST /marketplace/buy-lot', { item_type_id: PINE_LOG, price: 44, count: 1 })
  })
  await expect(rows(page)).toHaveCount(7)
  await page.getByRole('button', { name: 'Bought instantly' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/\?types=buy_manual$/)
  await page.getByRole('combobox', { name: 'Item' }).fill('pine')
  await page.getByRole('option', { name: 'Pine Log' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/item=1301/)
  await page.reload()
  await expect(rows(page)).toHaveText([/Pine Log.*Bought instantly/])
  await expect(page.getByRole('button', { name: 'Bought instantly' })).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Bought instantly' }).click()
  await page.getByRole('button', { name: 'Exchanged to store coins' }).click()
  await expect(page.getByText('No trades match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(7)
  expect(new URL(page.url()).search).toBe('')

  // Both are pressed before the page has rendered the first.
  const types = page.getByRole('group', { name: 'Only these types' })
  await types
    .getByRole('button')
    .first()
    .evaluate((first) => {
      for (const button of [first, first.nextElementSibling]) if (button instanceof HTMLElement) button.click()
    })
  await expect(types.getByRole('button', { pressed: true })).toHaveCount(2)
  expect(new URL(page.url()).searchParams.get('types')?.split(',')).toHaveLength(2)
})

test('the address keeps a page by its last order, and the export contains everything', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => Player.signIn(url)))
  await openHistory(page, url, async (player) => {
    await player.offer(HEARTH_COAL, BUYERS * BUYS, 61)
    await Promise.all(
      buyers.map(async (buyer) => {
        for (let bought = 0; bought < BUYS; bought += 1)
          await buyer.call('POST /marketplace/buy-lot', { item_type_id: HEARTH_COAL, price: 61, count: 1 })
      }),
    )
  })
  const previous = page.getByRole('button', { name: 'Previous page' })
  const next = page.getByRole('button', { name: 'Next page' })
  await expect(rows(page)).toHaveCount(PAGE_SIZE)
  await next.scrollIntoViewIfNeeded()
  await expect(previous).toBeDisabled()
  await expect(rows(page).first()).not.toBeInViewport()
  await next.click()
  await expect(rows(page)).toHaveCount(BUYERS * BUYS - PAGE_SIZE)
  await expect(rows(page).first()).toBeInViewport()
  await expect(page).toHaveURL(/\?last_uuid=[\da-f-]{36}$/)
  await expect(next).toBeDisabled()
  await page.reload()
  await expect(rows(page)).toHaveCount(BUYERS * BUYS - PAGE_SIZE)
  await previous.click()
  await expect(rows(page)).toHaveCount(PAGE_SIZE)
  expect(new URL(page.url()).search).toBe('')
  await expect(previous).toBeDisabled()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('clutch-trading-history.csv')
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(BUYERS * BUYS + CSV_FRAME_LINES)
  expect(lines[1]).toContain(',sell_auto,1004,Hearth Coal,1,61,61,')
  await expect(page.getByText('Trading history exported')).toBeVisible()
})

test('the profit of a known purchase and sale is correct, and is shown as a loss when it is one', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  const other = await Player.signIn(url)
  await openHistory(page, url, async (player) => {
    await other.offer(WILD_MINT, 10, 30)
    await player.call('POST /marketplace/buy-lot', { item_type_id: WILD_MINT, price: 30, count: 10 })
    await other.bid(WILD_MINT, 4, 28)
    await player.call('POST /marketplace/sell-to-buy-lot', { item_type_id: WILD_MINT, price: 28, count: 4 })
    await other.offer(PINE_LOG, 5, 40)
    await player.call('POST /marketplace/buy-lot', { item_type_id: PINE_LOG, price: 40, count: 5 })
    await other.bid(PINE_LOG, 2, 55)
    await player.call('POST /marketplace/sell-to-buy-lot', { item_type_id: PINE_LOG, price: 55, count: 2 })
    await other.bid(COPPER_ORE, 3, 25)
    await player.call('POST /marketplace/sell-to-buy-lot', { item_type_id: COPPER_ORE, price: 25, count: 3 })
  })
  await page.getByRole('button', { name: 'Profit per item' }).click()
  await expect(page).toHaveURL(/\?view=profit$/)
  await expect(rows(page)).toHaveText([
    /Pine Log\s*5\s*40\s*2\s*55\s*\+30\s*–$/,
    /Wild Mint\s*10\s*30\s*4\s*28\s*−8\s*–$/,
    /Copper Ore\s*0\s*–\s*3\s*25\s*0\s*75$/,
  ])
  await expect(page.getByText('Total realised profit')).toHaveText('Total realised profit +22')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Found and crafted items' })).toHaveText(
    'Found and crafted items 75',
  )
  await expectAccessible(page, 'the profit view')
})

test('the history is readable with the keyboard alone @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const other = await Player.signIn(url)
  await openHistory(page, url, (player) => tradeEveryWay(player, other, PINE_LOG))
  await tabTo(page, page.getByRole('combobox', { name: 'Item' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('pine log')
  await expect(page.getByRole('option')).toHaveText(['Pine Log'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?item=1301$/)
  await tabTo(page, page.getByRole('button', { name: 'Sold Listing' }))
  await page.keyboard.press('Space')
  await expect(rows(page)).toHaveCount(1)
  await tabTo(page, rows(page).getByRole('link', { name: 'Pine Log' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/marketplace/market#/item=${PINE_LOG}`)
})

test('the history is readable on a phone', { tag: '@long' }, async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(PHONE)
  const other = await Player.signIn(url)
  await openHistory(page, url, async (player) => {
    await player.bid(COPPER_ORE, 1_000, 9)
    await tradeEveryWay(player, other, COPPER_ORE)
  })
  const trades = page.getByRole('list', { name: 'Trading history' }).getByRole('listitem')
  await expect(trades).toHaveCount(6)
  const box = await trades.first().boundingBox()
  expect(box?.height, 'two lines').toBeLessThanOrEqual(61)
  await expectNoSideways(page)
  await expectAccessible(page, 'the trading history on a phone')
  await page.getByRole('button', { name: 'Sold Listing', exact: true }).tap()
  await expect(trades).toHaveCount(1)
  await trades.getByRole('button').tap()
  await expect(trades.getByRole('link', { name: 'Copper Ore' })).toBeVisible()
  await expect(trades).toContainText('Order sum')
  await page.getByRole('button', { name: 'Profit per item' }).tap()
  await expect(rows(page)).toHaveCount(1)
  await expectNoSideways(page)
  await expectAccessible(page, 'the profit view on a phone')
})
