import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { expectNoSideways } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004
const COPPER_INGOT_RECIPE = 101
const COPPER_INGOT = 1_101
const PINE_LOG = 1_301
const PLANK_RECIPE = 201

const clutch = serveClutch()

test('the home page shows own trades as they happen, jobs with their clocks, and prices', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const page = await visitors.open()
  const [player, other] = await Promise.all([Player.signIn(url, steamId), Player.signIn(url)])
  await enter(page, url, { steamId })
  await page.goto(url)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('My latest trades')).toContainText('You haven’t traded yet.')
  await expect(card('Running now')).toContainText('Nothing is running')
  await expect(card('Watchlist')).toContainText('Star an item')

  await player.offer(COPPER_ORE, 9, 70)
  await other.bid(COPPER_ORE, 4, 70)
  await expect(card('My latest trades').getByRole('listitem')).toContainText('sold 4')

  await player.call('POST /craft/start', { receipt_id: COPPER_INGOT_RECIPE, count: 3 })
  const job = card('Running now').getByRole('listitem')
  await expect(job).toContainText('Copper Ingot ×3')
  await expect(job.getByRole('progressbar')).toBeVisible()
  await expect(job).toContainText(/\d+s/)

  await player.call('POST /watchlist/set', { item_id: COPPER_ORE, is_watched: true })
  await other.offer(HEARTH_COAL, 50, 40)
  await other.bid(COPPER_INGOT, 1, 900)
  await page.reload()
  await expect(card('Watchlist').getByRole('listitem')).toContainText('70')
  await expect(card('Best crafts now').getByRole('listitem').first()).toContainText('per run')
  await expect(card('Biggest moves')).toContainText('No price has moved')
  await expectAccessible(page, 'live home')

  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSideways(page)
})

test('changes from another device and by other players appear on every open page', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const page = await visitors.open()
  const [player, other] = await Promise.all([Player.signIn(url, steamId), Player.signIn(url)])
  await enter(page, url, { steamId })
  const main = page.getByRole('main')

  await page.goto(`${url}/inventory/history`)
  await expect(main.getByText('Starter pack').first()).toBeVisible()
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  await other.offer(COPPER_ORE, 1, 500)
  await player.offer(COPPER_ORE, 5, 500)
  await expect(main.getByText('Sell lot placed')).toBeVisible()
  await player.bid(HEARTH_COAL, 1, 3)
  await expect(main.getByText('Buy lot placed')).toBeVisible()

  await page.goto(`${url}/marketplace/my-listings`)
  const row = page.getByRole('row').filter({ hasText: 'Copper Ore' })
  await expect(row).toContainText('Not first in line: 1 ahead at this price')
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  const { lots } = await other.call('POST /marketplace/get-my-lots')
  await other.call('POST /marketplace/cancel-lot', { lot_uuid: lots[0]?.lot_uuid ?? '' })
  await expect(row).not.toContainText('Not first in line')

  await player.call('POST /craft/start', { receipt_id: PLANK_RECIPE, count: 1 })
  await page.goto(`${url}/craft/history`)
  await expect(main.getByText('Pine Plank')).toHaveCount(0)
  await expect(main.getByText('Pine Plank').first()).toBeVisible()

  await page.goto(`${url}/marketplace/portfolio`)
  const basis = page.getByRole('button', { name: /^Cost basis/ })
  await expect(basis).toContainText('0')
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  await other.offer(PINE_LOG, 2, 37)
  await player.call('POST /marketplace/buy-lot', { item_type_id: PINE_LOG, price: 37, count: 2 })
  await expect(basis).toContainText('74')
})
