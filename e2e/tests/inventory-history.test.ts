import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004
const PINE_LOG = 1_301
/** More than a page of operations, below the command rate limit. */
const ROUNDS = 27

const clutch = serveClutch()

const entries = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })

async function openHistory(page: Page, url: string, act: (player: Player) => Promise<unknown>): Promise<void> {
  const steamId = newSteamId()
  await act(await Player.signIn(url, steamId))
  await enter(page, url, { steamId })
  await page.goto(`${url}/inventory/history`)
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
}

async function offerAndCancel(player: Player, itemId: number, count: number, price: number): Promise<void> {
  await player.offer(itemId, count, price)
  const { lots } = await player.call('POST /marketplace/get-my-lots')
  await player.call('POST /marketplace/cancel-lot', { lot_uuid: lots[0]?.lot_uuid ?? '' })
}

test('every change shows in words what it was and its counts before and after, and links to its cause', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  const seller = await Player.signIn(url)
  await seller.offer(COPPER_ORE, 6, 40)
  await openHistory(page, url, async (player) => {
    await offerAndCancel(player, COPPER_ORE, 10, 90)
    await player.call('POST /marketplace/buy-lot', { item_type_id: COPPER_ORE, price: 40, count: 6 })
    await player.call('POST /craft/start', { receipt_id: 201, count: 20 })
  })
  await expect(entries(page)).toHaveText([
    /Craft started.*−60\s*Pine Log\s*\(80 → 20\)/,
    /Bought.*\+6\s*Copper Ore\s*\(120 → 126\)/,
    /Lot cancelled.*\+10\s*Copper Ore\s*\(110 → 120\)/,
    /Sell lot placed.*−10\s*Copper Ore\s*\(120 → 110\)/,
    /Starter pack.*\+120\s*Copper Ore\s*\(0 → 120\)/,
  ])
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('End of list')).toBeVisible()
  await expectAccessible(page, 'the inventory history')

  await entries(page).nth(3).getByRole('link', { name: 'Lot' }).click()
  await expect(page).toHaveURL(`${url}/marketplace/market#/item=${COPPER_ORE}`)
  await page.goBack()
  await entries(page).nth(1).getByRole('link', { name: 'Trade' }).click()
  await expect(page).toHaveURL(`${url}/marketplace/history?item=${COPPER_ORE}`)
  await expect(page.getByRole('row', { name: 'Copper Ore' })).toContainText(['Bought instantly', 'Sell lot cancelled'])
  await page.goBack()
  await entries(page).first().getByRole('link', { name: 'Recipe' }).click()
  await expect(page).toHaveURL(`${url}/craft/receipts?recipe=201`)
  await expect(page.getByRole('dialog', { name: 'Pine Plank' })).toBeVisible()
})

test('the history can be filtered by item, except for errands, bundles and lucky finds @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await openHistory(page, url, async (player) => {
    await offerAndCancel(player, HEARTH_COAL, 10, 90)
    await offerAndCancel(player, PINE_LOG, 5, 90)
  })
  await expect(entries(page)).toHaveCount(5)
  const item = page.getByRole('combobox', { name: 'Item' })
  for (const hidden of ['Sealed Errand', "Apprentice's Kit", 'Riverbed Finds']) {
    await item.fill(hidden)
    await expect(page.getByText('No matching items')).toBeVisible()
  }
  await item.fill('pine log')
  await page.getByRole('option', { name: 'Pine Log' }).click()
  await expect(page).toHaveURL(/\?item=1301$/)
  await expect(entries(page)).toHaveCount(3)
  await page.reload()
  await expect(entries(page)).toHaveCount(3)
  await item.click()
  await item.fill('')
  await page.getByRole('option', { name: 'All items' }).click()
  await expect(entries(page)).toHaveCount(5)
  expect(new URL(page.url()).search).toBe('')
})

test('scrolling to the end loads more until everything is loaded', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  let loads = 0
  page.on('response', (response) => (loads += response.url().endsWith('/api/inventory/history') ? 1 : 0))
  await openHistory(page, url, async (player) => {
    for (let round = 0; round < ROUNDS; round += 1) await offerAndCancel(player, HEARTH_COAL, 1 + round, 300)
  })
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(more).toBeAttached()
  expect(loads).toBe(1)
  // Entries far outside the window are not rendered, so only the last one is checked.
  await expect(async () => {
    if (await more.isVisible()) await more.scrollIntoViewIfNeeded({ timeout: 500 })
    await expect(page.getByText('End of list')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(entries(page).last()).toContainText('Starter pack')
  expect(loads).toBeGreaterThan(1)
})

test('a history that fails to load shows an error and can be requested again @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 500/)
  await page.route('**/api/inventory/history', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Internal error', params: {} } }),
  )
  await openHistory(page, url, () => Promise.resolve())
  await expect(page.getByText('The history could not be loaded')).toBeVisible()
  await page.unroute('**/api/inventory/history')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(entries(page)).toHaveCount(1)
})

test('the inventory history is readable with the keyboard alone @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await openHistory(page, url, (player) => offerAndCancel(player, HEARTH_COAL, 10, 95))
  await tabTo(page, page.getByRole('combobox', { name: 'Item' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('hearth coal')
  await expect(page.getByRole('option')).toHaveText(['Hearth Coal'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?item=1004$/)
  const cause = entries(page).first().getByRole('link', { name: 'Lot' })
  await tabTo(page, cause)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/marketplace/market#/item=${HEARTH_COAL}`)
})

test('the inventory history is readable on a phone', { tag: '@long' }, async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(PHONE)
  await openHistory(page, url, (player) => offerAndCancel(player, HEARTH_COAL, 10, 95))
  await expect(entries(page)).toHaveCount(3)
  await expectNoSideways(page)
  await expectAccessible(page, 'the inventory history on a phone')
  await page.getByRole('combobox', { name: 'Item' }).tap()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNoSideways(page)
})
