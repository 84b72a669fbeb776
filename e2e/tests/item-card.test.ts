import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001

const clutch = serveClutch()

test('an item’s picture shows its card: prices, what is owned, and its recipes', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await player.offer(COPPER_ORE, 7, 555)
  const page = await visitors.open()
  await enter(page, url, { steamId })
  await page.goto(`${url}/marketplace/market`)
  const row = page.getByRole('option', { name: 'Copper Ore' })
  const card = page.getByRole('complementary', { name: 'Copper Ore' })
  await row.locator('[data-item]').hover()
  await expect(card).toContainText('555')
  await expect(card.locator('dl').last()).toContainText('In lots7')
  await expect(card.getByRole('link', { name: /^Copper Ingot/ })).toBeVisible()
  await expectAccessible(page, 'an item’s card')
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()

  await row.locator('[data-item]').click()
  await expect(page.getByRole('heading', { name: 'Copper Ore' })).toBeVisible()
  await page.mouse.move(700, 5)
  await page.locator('main [data-item]').first().hover()
  await card.getByRole('link', { name: 'Inventory' }).click()
  await expect(page).toHaveURL(/\/inventory\/page\?item=1001/)
  await expect(card).toBeHidden()
})
