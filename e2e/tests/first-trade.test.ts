import type { Locator } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { expectNoSideways } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004

const clutch = serveClutch()

const stepOf = (guide: Locator, name: string) => guide.getByRole('listitem').filter({ hasText: name }).first()

test('the guide to a first trade checks off its steps as they are done and can be dismissed for good', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const page = await visitors.open()
  const [player, other] = await Promise.all([Player.signIn(url, steamId), Player.signIn(url)])
  await other.offer(COPPER_ORE, 9, 12)
  await enter(page, url, { steamId })
  await page.goto(url)
  const guide = page.getByRole('region', { name: 'Your first trade' })
  await expect(guide).toContainText('0 of 4 done')
  await expectAccessible(page, 'home with the guide')

  await test.step('terms are explained on focus, and on a press until dismissed', async () => {
    const spread = guide.getByRole('button', { name: 'Spread' })
    const words = page.getByText('The gap between the cheapest offer and the best bid.')
    await spread.hover()
    await words.hover()
    await expect(words).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(words).toHaveCount(0)
    await spread.focus()
    await expect(words).toBeVisible()
    await spread.press('Tab')
    await expect(words).toHaveCount(0)
    await spread.press('Enter')
    await expect(guide.getByText('The gap between the cheapest offer and the best bid.')).toBeVisible()
  })

  await openItem(page, url, COPPER_ORE)
  await page.goto(url)
  await expect(guide).toContainText('1 of 4 done')
  await expect(stepOf(guide, 'Open an item')).toContainText('done')

  await test.step('steps done elsewhere are checked off at once', async () => {
    await player.bid(COPPER_ORE, 2, 12)
    await expect(guide).toContainText('2 of 4 done')
    await player.offer(HEARTH_COAL, 5, 31)
    await expect(guide).toContainText('3 of 4 done')
    await other.bid(HEARTH_COAL, 5, 31)
    await expect(guide).toContainText('4 of 4 done')
    await expect(guide).toContainText('That’s your first full trade.')
  })

  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSideways(page)
  await guide.getByRole('button', { name: 'Dismiss' }).click()
  await expect(guide).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'My latest trades' })).toBeVisible()
  await expect(guide).toHaveCount(0)
})

test('a player who has traded before does not see the guide @long', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const [player, other] = await Promise.all([Player.signIn(url, steamId), Player.signIn(url)])
  await player.offer(HEARTH_COAL, 1, 44)
  await other.bid(HEARTH_COAL, 1, 44)
  await other.offer(COPPER_ORE, 1, 10)
  await player.bid(COPPER_ORE, 1, 10)
  const page = await visitors.open()
  await enter(page, url, { steamId })
  await page.goto(url)
  await expect(page.getByRole('region', { name: 'My latest trades' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Your first trade' })).toHaveCount(0)
})
