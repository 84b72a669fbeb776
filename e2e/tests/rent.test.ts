import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { balance, chooseLanguage, enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId } from '../support/player.ts'

const STARTER_COUNT = 12
const STARTER_COINS = 1_000
const contentFolder = makePack({
  items: 12,
  starterCoins: STARTER_COINS,
  starterCount: STARTER_COUNT,
  production: true,
})
const clutch = serveClutch({ contentFolder })

test.afterAll(() => rmSync(contentFolder, { recursive: true, force: true }))

const hall = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('heroes are rented out by keyboard, earn by the second, open a shop and come back', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const [page, other] = [await visitors.open(), await visitors.open()]
  for (const each of [page, other]) {
    await enter(each, url, { steamId })
    await each.goto(`${url}/rent`)
  }
  await expect(page).toHaveTitle(/Rent/)
  const heroes = hall(page, 'Hall of Heroes')

  await heroes.getByRole('button', { name: 'Add items to this hall' }).press('Enter')
  await page.getByRole('button', { name: /^Good 3 You have 12/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Good 3' })
  const count = dialog.getByRole('spinbutton', { name: 'Count' })
  await expect(count).toHaveAttribute('min', '1')
  await expect(count).toHaveAttribute('max', '12')
  await count.fill('4')
  // Two earn the most; four share a thousand coins a second.
  await expect(dialog.getByText('With 4 more: 21,600,000 a day each')).toBeVisible()
  await expectAccessible(page, 'the popup that puts items into a hall')
  // While it runs nothing else can be pressed, and what runs is said.
  const gate = Promise.withResolvers<undefined>()
  await page.route('**/api/rent/put', async (route) => {
    await gate.promise
    await route.continue()
  })
  await count.press('Enter')
  await expect(page.getByText('Putting into the hall…')).toBeVisible()
  gate.resolve(undefined)
  await expect(toast(page)).toContainText('4 items put into rent')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Putting into the hall…')).toBeHidden()

  const tile = heroes.getByRole('button', { name: /^Good 3 4 rented/ })
  await expect(tile).toBeVisible()
  await expect(hall(other, 'Hall of Heroes').getByRole('button', { name: /^Good 3 4 rented/ })).toBeVisible()
  await expectAccessible(page, 'the halls')

  // It ticks on without a reload.
  const hand = heroes.getByRole('button', { name: /^Take the salary of Good 3/ })
  await expect(hand).toBeEnabled()
  const first = await hand.getAttribute('aria-label')
  await expect.poll(() => hand.getAttribute('aria-label')).not.toBe(first)
  await hand.press('Enter')
  await expect(toast(page)).toContainText(/Salary taken: [\d,]+ coins/)
  await expect.poll(() => balance(page)).toBeGreaterThan(STARTER_COINS)
  const had = await balance(page)
  await page.getByRole('button', { name: /^Take all salary: [1-9]/ }).press('Enter')
  await expect.poll(() => balance(page)).toBeGreaterThan(had)

  await heroes.getByRole('button', { name: 'Buy: Good 3' }).press('Enter')
  await dialog.getByRole('radio', { name: /^Good 1/ }).check()
  await dialog.getByRole('spinbutton', { name: 'Count' }).fill('3')
  await dialog.getByRole('button', { name: 'Buy', exact: true }).press('Enter')
  await expect(toast(page)).toContainText('3 items bought')

  await dialog.getByRole('button', { name: 'Take back', exact: true }).first().press('Enter')
  await dialog.getByRole('button', { name: /^Max/ }).press('Enter')
  await expect(dialog.getByText('The last one brings the salary along.')).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'Count' }).press('Enter')
  await expect(toast(page)).toContainText('4 items taken back')
  await expect(tile).toBeHidden()
})

test('on a phone the halls fit, and Russian speaks as the game does @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: { width: 320, height: 700 } })
  await enter(page, url)
  await page.goto(`${url}/rent`)
  await chooseLanguage(page, 'Русский')
  await hall(page, 'Зал реликвий').getByRole('button', { name: 'Добавить предметы в этот зал' }).click()
  await page.getByRole('button', { name: /^Good 2 ru/ }).click()
  const put = page.getByRole('button', { name: 'Сдать в аренду' })
  visitors.expectComplaint(/status of 409/)
  await page.route('**/api/rent/put', (route) =>
    route.fulfill({ status: 409, json: { code: 'amount_too_large', message: 'Amount too large', params: {} } }),
  )
  await put.click()
  await expect(page.getByText(/^Не удалось добавить предметы в аренду: /)).toBeVisible()
  await page.unroute('**/api/rent/put')
  await put.click()
  await expect(page.getByText('Добавлено 1 предметов в аренду')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(page, 'the halls on a phone')
})
