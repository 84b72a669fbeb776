import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { chooseLanguage, enter, expect, serveClutch, test } from '../support/journey.ts'
import { expectToast } from '../support/toasts.ts'

const clutch = serveClutch({ isShared: false })

const card = (page: Page, name: string) => page.getByRole('form', { name })
const amount = (page: Page, name: string) => card(page, name).getByRole('spinbutton', { name: 'Amount' })

const TO_BRONZE = 'Surprise coins into bronze'
const FROM_BRONZE = 'bronze into Surprise coins'

test('coins go to the platform and back by keyboard, exact to the coin, with the evidence of each step', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(url)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Balance/ })
    .press('Enter')
  await page.getByRole('dialog', { name: 'Wallet' }).getByRole('link', { name: 'Top up' }).press('Enter')
  await expect(page).toHaveURL(`${url}/marketplace/exchange`)
  await expect(page.getByRole('form')).toHaveCount(6)
  await expect(page.getByText('You haven’t exchanged anything yet.')).toBeVisible()

  await expect(page.getByRole('main').getByRole('button', { name: 'Convert', disabled: true })).toHaveCount(6)
  await amount(page, TO_BRONZE).fill('99')
  await expect(card(page, TO_BRONZE).getByRole('alert')).toHaveText('You need at least 100 for one')
  await expect(card(page, TO_BRONZE).getByRole('button', { name: 'Convert' })).toBeDisabled()
  await amount(page, TO_BRONZE).fill('99999999')
  await expect(card(page, TO_BRONZE).getByRole('alert')).toHaveText('Not enough coins')
  await expect(card(page, TO_BRONZE).getByRole('button', { name: 'Convert' })).toBeDisabled()
  for (const coin of ['gold', 'silver', 'bronze']) {
    const from = `${coin} into Surprise coins`
    await amount(page, from).fill('1')
    await expect(card(page, from).getByRole('alert')).toHaveText(`Not enough ${coin}`)
    await expect(card(page, from).getByRole('button', { name: 'Convert' })).toBeDisabled()
  }
  await expectAccessible(page, 'the exchange')

  await amount(page, TO_BRONZE).fill('25050')
  await expect(card(page, TO_BRONZE).getByText('You get 250 bronze')).toBeVisible()
  await expect(card(page, TO_BRONZE).getByText('50 left over')).toBeVisible()
  const call = '**/api/marketplace/exchange-to-steam-coins'
  visitors.expectComplaint(/status of 409/)
  await page.route(call, (route) =>
    route.fulfill({ status: 409, json: { code: 'amount_too_large', message: 'Amount too large', params: {} } }),
  )
  await amount(page, TO_BRONZE).press('Enter')
  await expectToast(page, 'Sending failed: ')
  await page.unroute(call)
  await amount(page, TO_BRONZE).press('Enter')
  await expectToast(page, 'Successfully exchanged 25,000 Surprise coins')
  await expect(page.getByText(/^Balance: 975,000/)).toBeAttached()
  await expect(card(page, FROM_BRONZE).getByText('You have 250')).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Balance/ })
    .press('Enter')
  await expect(page.getByRole('dialog', { name: 'Wallet' }).getByText('250 bronze')).toBeVisible()
  await expectAccessible(page, 'the wallet panel')
  await page.keyboard.press('Escape')

  await card(page, FROM_BRONZE).getByRole('button', { name: 'All' }).press('Enter')
  await expect(amount(page, FROM_BRONZE)).toHaveValue('250')
  await amount(page, FROM_BRONZE).fill('50')
  await amount(page, FROM_BRONZE).press('Enter')
  await expectToast(page, 'Successfully exchanged 50 bronze')
  const entries = page.getByRole('list', { name: 'Your exchanges' }).getByRole('group')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText(/50 bronze.*5,000 Surprise coins/)
  await entries.first().getByText('Settled', { exact: true }).first().click()
  for (const step of ['found the coins, stacks: 1', 'asked the platform, attempt 1', 'the platform confirmed']) {
    await expect(entries.first().getByText(step)).toBeVisible()
  }
  await expectAccessible(page, 'exchanges with their evidence')

  const stack = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Stack Steam inventory' }).press('Enter')
  }
  await stack()
  await expectToast(page, 'Inventory successfully stacked. Stacks before: 1, now: 1')

  await test.step('a platform that does not respond is retried, and every attempt is listed', async () => {
    await clutch().crashPlatform()
    visitors.expectComplaint(/status of 502/)
    await stack()
    await expectToast(page, 'Stacking failed, please try again')
    await amount(page, TO_BRONZE).fill('100')
    await amount(page, TO_BRONZE).press('Enter')
    const newest = entries.first()
    await expect(entries).toHaveCount(3)
    await expect(newest.getByText('No answer yet')).toBeVisible()
    await expect(newest.getByRole('listitem').filter({ hasText: 'asked the platform, attempt 2' })).toBeVisible()
    await expectAccessible(page, 'an exchange under way')
    await clutch().startPlatform(clutch().platformPort)
    await expectToast(page, 'Successfully exchanged 100 Surprise coins')
    await newest.getByText('Settled', { exact: true }).first().click()
    await expect(newest.getByRole('list')).toHaveText(
      /prepared.*asked the platform, attempt 1.*no answer \(ECONNREFUSED\).*asked the platform, attempt 2.*the platform confirmed.*settled$/,
    )
  })
})

test('on a phone the six cards fit in Russian @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: { width: 320, height: 700 } })
  await enter(page, url)
  await page.goto(`${url}/marketplace/exchange`)
  for (const [coin, coins] of [
    ['gold', '1000000'],
    ['silver', '10000'],
  ] as const) {
    const [to, from] = [`Surprise coins into ${coin}`, `${coin} into Surprise coins`]
    await amount(page, to).fill(coins)
    await amount(page, to).press('Enter')
    await expect(card(page, from).getByText('You have 1')).toBeVisible()
    await amount(page, from).fill('1')
    await amount(page, from).press('Enter')
    await expectToast(page, `Successfully exchanged 1 ${coin}`)
  }
  await chooseLanguage(page, 'Русский')
  const bronze = card(page, 'монеты Surprise в бронза')
  await bronze.getByRole('spinbutton').fill('300')
  await bronze.getByRole('button', { name: 'Конвертировать' }).click()
  await expect(page.getByText('Успешно обменено 300 монет Surprise')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(page, 'the exchange on a phone')
})
