import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { expectNoSideways } from '../support/phone.ts'
import { Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004
const WILD_MINT = 1_401

const clutch = serveClutch()

test('flips are found between open prices, and the filters are kept in the address @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/marketplace/flips`)
  await expect(page.getByText('No profitable flips right now.')).toBeVisible()

  const [anna, boris] = await Promise.all([Player.signIn(url), Player.signIn(url)])
  for (const [itemId, bid, offer] of [
    [COPPER_ORE, 50, 100],
    [HEARTH_COAL, 40, 46],
    [WILD_MINT, 20, 21],
  ] as const) {
    await anna.offer(itemId, 9, offer)
    await boris.bid(itemId, 4, offer)
    await boris.bid(itemId, 5, bid)
  }
  // The server recomputes market statistics twice a minute.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: 'Copper Ore' })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 50_000 })
  const rows = page.getByRole('table').getByRole('row')
  // Bought at 51, sold at 99: the demo game takes no fee.
  const ore = rows.filter({ hasText: 'Copper Ore' })
  for (const figure of ['51', '99', '48', '94.12%']) await expect(ore).toContainText(figure)
  await expect(rows).toHaveCount(4)
  await expectAccessible(page, 'flips')

  await page.getByLabel('Min. return, %').fill('8')
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Max. price').fill('0.05k')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Hearth Coal' })).toBeVisible()
  await expect(page).toHaveURL(/\?gain=8&price=50$/)
  await page.reload()
  await expect(page.getByLabel('Min. return, %')).toHaveValue('8')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Min. sold per day').fill('1m')
  await expect(page.getByText('No flips match these filters.')).toBeVisible()

  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSideways(page)
})
