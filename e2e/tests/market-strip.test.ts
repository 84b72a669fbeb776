import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001

const clutch = serveClutch()

test('watched items are shown below the market with live prices and link to their page', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await player.call('POST /watchlist/set', { item_id: COPPER_ORE, is_watched: true })
  const page = await visitors.open()
  await enter(page, url, { steamId })
  await page.goto(`${url}/marketplace/market`)
  const watched = page.getByRole('list', { name: 'Watched items' }).getByRole('link')
  await expect(watched).toHaveText(/Copper Ore.*–.*–/)
  await (await Player.signIn(url)).offer(COPPER_ORE, 1, 777)
  await expect(watched).toHaveText(/Copper Ore.*777/)
  await expectAccessible(page, 'market with the strip')
  await watched.click()
  await expect(page.getByRole('heading', { level: 2, name: 'Copper Ore' })).toBeVisible()
})

test('a search is saved, restored after a reload, opened and deleted @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/marketplace/market?q=ore&owned=1`)
  await page.getByRole('button', { name: 'Save this search' }).click()
  const saved = page.getByRole('list', { name: 'Saved searches' })
  await page.goto(`${url}/marketplace/market`)
  await saved.getByRole('button', { name: '“ore” · owned', exact: true }).click()
  await expect(page).toHaveURL(/q=ore&owned=1/)
  await expect(page.getByRole('option')).toHaveCount(1)
  await saved.getByRole('button', { name: /^Remove/ }).click()
  await expect(saved).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Save this search' })).toBeVisible()
})
