import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'

const BARROW_CHEST = 2_804
const OPEN_CHEST = 1_104

const clutch = serveClutch()

const oddsIn = (place: Page | Locator) => place.getByRole('region', { name: 'Possible contents' })
const lineOf = (odds: Locator, name: string) => odds.getByRole('listitem').filter({ hasText: name }).first()

/** Weights of the chest: 120, 100, 60, 40, 40, 30 for the curios and 20 for nothing, 410 in all. */
async function expectChestOdds(odds: Locator): Promise<void> {
  await expect(odds).toContainText('5 draws')
  await expect(lineOf(odds, 'Barrow Shard')).toContainText('29.27%')
  await expect(lineOf(odds, 'nothing')).toContainText('4.88%')
  await expect(lineOf(odds, 'nothing').getByTitle('20 of 410')).toBeVisible()
}

test('the market page and the recipe of a chest show the chances of every outcome, including nothing', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await openItem(page, url, BARROW_CHEST)
  const odds = oddsIn(page.getByRole('region', { name: 'Selected item' }))
  await expectChestOdds(odds)

  // A draw can contain another draw: Rare Curios, 30 of 410, and within them a key, 300 of 803.
  await odds.getByText('Rare Curios').click()
  const curios = odds.getByRole('list', { name: 'Rare Curios: possible contents' })
  await expect(curios.getByRole('listitem').filter({ hasText: "Nobody's Key" })).toContainText('37.36%')
  await expectAccessible(page, 'market with odds')

  await page.goto(`${url}/craft/receipts?recipe=${OPEN_CHEST}`)
  await expectChestOdds(oddsIn(page.getByRole('dialog')))
})

test('a farm shows the chances of each draw and the effect of the chosen items @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(PHONE)
  await enter(page, url)
  await page.goto(`${url}/factory/receipts`)
  const field = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Barley Field' }) })
  await field.getByText('Odds', { exact: true }).click()
  const odds = oddsIn(field)
  await expect(odds).toContainText('9 draws')
  await expect(lineOf(odds, 'Tall Bean')).toContainText('1.02%')
  await field.getByRole('radio', { name: /^Red Clay/ }).check({ force: true })
  await expect(odds.getByRole('list', { name: 'Red Clay: possible contents' })).toContainText('70%')
  await expectNoSideways(page)
  await expectAccessible(page, 'farm with odds')
})
