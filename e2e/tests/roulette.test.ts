import { expectAccessible } from '../support/accessibility.ts'
import { balance, enter, expect, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNothingCut, PHONE } from '../support/phone.ts'

const clutch = serveClutch()

test('one spins with the keyboard, sees what it brought, and proves each spin in the browser', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ reducedMotion: 'reduce' })
  await enter(page, url)
  await page.goto(`${url}/roulette/wheel`)
  const spin = page.getByRole('button', { name: 'Spin', exact: true })
  await expect(spin).toBeEnabled()
  await expect(page.getByRole('table', { name: 'Prizes and chances' }).getByRole('row')).toHaveCount(15)
  const before = await balance(page)
  await tabTo(page, spin, 60)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your prize' })).toBeVisible()
  expect(await balance(page)).not.toBe(before)
  await page.getByRole('button', { name: 'Spin ×10', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What 10 spins brought' })).toBeVisible()
  await expectAccessible(page, 'the wheel')

  await test.step('the secret seed is revealed for a new one, and all eleven spins are fair', async () => {
    const next = await page
      .getByText('SHA-256 of the next secret seed')
      .locator('..')
      .getByRole('definition')
      .innerText()
    await page.getByLabel('New seed of yours').fill('not a seed!')
    await expect(page.getByRole('button', { name: 'Use it and reveal the secret seed' })).toBeDisabled()
    await page.getByLabel('New seed of yours').fill('my-own_seed')
    await page.getByRole('button', { name: 'Use it and reveal the secret seed' }).click()
    await expect(page.getByText('The secret seed is revealed')).toBeVisible()
    await expect(page.getByText('SHA-256 of the secret seed in use').locator('..').getByRole('definition')).toHaveText(
      next,
    )
    await page.getByRole('link', { name: 'My spins' }).click()
    await expect(page.getByRole('link', { name: 'Fair', exact: true })).toHaveCount(11)
    await expectAccessible(page, 'the spins')
  })

  await test.step('a spin is drawn anew from what was revealed, by a page that asks nobody', async () => {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'Fair', exact: true }) })
      .first()
    const roll = (await row.getByRole('cell').nth(3).innerText()).trim()
    await row.getByRole('link', { name: 'Fair', exact: true }).click()
    const outcome = page.getByRole('status').filter({ hasText: 'Roll' })
    await expect(outcome).toContainText(`Roll: ${roll} /`)
    await page.getByLabel('Spin number').fill('7000')
    await expect(outcome).not.toContainText(`Roll: ${roll} /`)
    await expectAccessible(page, 'the verification')
  })
})

test('on a phone nothing of the wheel is cut off, and too poor a purse is told @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ ...PHONE, viewport: { width: 320, height: 700 } })
  await enter(page, url)
  for (const view of ['wheel', 'history', 'verify']) {
    await page.goto(`${url}/roulette/${view}`)
    await expect(page.getByRole('main')).toContainText(/\w/)
    await expectNothingCut(page)
  }
})
