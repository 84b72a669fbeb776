import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { expectNoSideways } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_INGOT_RECIPE = 101
const PLANK_RECIPE = 201

const clutch = serveClutch()

test('running work is shown on every page while there is some, and leads to its queue', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const page = await visitors.open()
  const player = await Player.signIn(url, steamId)
  await enter(page, url, { steamId })
  await page.goto(`${url}/inventory/page`)
  const bar = page.getByRole('navigation', { name: 'Work in progress' })
  await expect(page.getByRole('main').getByText('Copper Ore')).toBeVisible()
  await expect(bar).toBeHidden()

  await player.call('POST /craft/start', { receipt_id: COPPER_INGOT_RECIPE, count: 20 })
  await expect(bar.getByRole('link')).toContainText('Copper Ingot ×20')
  await player.call('POST /craft/start', { receipt_id: PLANK_RECIPE, count: 1 })
  const craft = bar.getByRole('link', { name: /Copper Ingot ×20 .*s 1 more queued/ })
  await expect(craft).toBeVisible()
  await expectAccessible(page, 'the work bar')
  await craft.click()
  await expect(page).toHaveURL(/\/craft\/queue/)

  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSideways(page)
  const [work, menu] = await Promise.all(
    [bar, page.getByRole('navigation', { name: 'Main menu' })].map((part) => part.boundingBox()),
  )
  expect((work?.y ?? 0) + (work?.height ?? 0), 'the bar ends above the menu').toBeLessThanOrEqual(menu?.y ?? 0)
})
