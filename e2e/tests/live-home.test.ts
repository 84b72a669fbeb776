import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { expectNoSideways } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004
const COPPER_INGOT_RECIPE = 101
const COPPER_INGOT = 1_101

const clutch = serveClutch()

test('the home page tells what is going on: own trades as they happen, jobs with their clocks, prices', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const page = await visitors.open()
  const [player, other] = await Promise.all([Player.signIn(url, steamId), Player.signIn(url)])
  await enter(page, url, { steamId })
  await page.goto(url)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('My latest trades')).toContainText('You have not traded yet.')
  await expect(card('Running now')).toContainText('Nothing is being made')
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
