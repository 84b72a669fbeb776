import { expectAccessible } from '../support/accessibility.ts'
import { newSteamId, Player } from '../support/player.ts'
import { balance, enter, expect, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNothingCut, PHONE } from '../support/phone.ts'

const clutch = serveClutch()

test('a player spins with the keyboard, sees the winnings, and verifies each spin in the browser', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open({ reducedMotion: 'reduce' })
  await enter(page, url)
  await page.goto(`${url}/roulette/wheel`)
  const spin = page.getByRole('button', { name: 'Spin', exact: true })
  await expect(spin).toBeEnabled()
  await expect(page.getByRole('table', { name: 'Prizes and chances' }).getByRole('row')).toHaveCount(15)
  const place = page.getByText('Prizes appear here')
  await expect(place).toBeVisible()
  const before = await balance(page)
  await tabTo(page, spin, 60)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your prize' })).toBeVisible()
  await expect(place).toHaveCount(0)
  await expect.poll(() => balance(page)).not.toBe(before)
  // With reduced motion the reel stops at once; otherwise it turns.
  const strip = page.locator('[data-passing] > ul')
  await expect(strip).toHaveCSS('animation-duration', '0.001s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(strip).toHaveCSS('animation-duration', '2.4s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.getByRole('button', { name: 'Spin ×100', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Spin ×10', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Prizes from 10 spins' })).toBeVisible()
  await expectAccessible(page, 'the wheel')

  await test.step('the secret seed is revealed in exchange for a new one, and all eleven spins are fair', async () => {
    const next = await page
      .getByText('SHA-256 of the next secret seed')
      .locator('..')
      .getByRole('definition')
      .innerText()
    await page.getByLabel('New client seed').fill('not a seed!')
    await expect(page.getByRole('button', { name: 'Use it and reveal the secret seed' })).toBeDisabled()
    await page.getByLabel('New client seed').fill('my-own_seed')
    await page.getByRole('button', { name: 'Use it and reveal the secret seed' }).click()
    await expect(page.getByText('The secret seed is revealed')).toBeVisible()
    await expect(page.getByText('SHA-256 of the secret seed in use').locator('..').getByRole('definition')).toHaveText(
      next,
    )
    await page.getByRole('link', { name: 'My spins' }).click()
    await expect(page.getByRole('link', { name: 'Fair', exact: true })).toHaveCount(11)
    await expectAccessible(page, 'the spins')
  })

  await test.step('a spin is recomputed from the revealed seed without any request', async () => {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'Fair', exact: true }) })
      .first()
    const roll = (await row.getByRole('cell').nth(3).innerText()).trim()
    await row.getByRole('link', { name: 'Fair', exact: true }).click()
    const outcome = page.getByRole('status').filter({ hasText: 'Roll' })
    await expect(outcome).toContainText(`Roll: ${roll} /`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('Spin number').fill('7000')
    await expect(outcome).not.toContainText(`Roll: ${roll} /`)
    // Friends and trades are fetched once the page is idle, whatever else happens.
    expect(asked.filter((address) => address.includes('/api/') && !address.includes('/api/social/'))).toEqual([])
    await expectAccessible(page, 'the verification')
  })
})

test('on a phone nothing of the wheel is cut off, and a balance too low to spin is reported @long', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open({ ...PHONE, viewport: { width: 320, height: 700 } })
  await enter(page, url)
  for (const view of ['wheel', 'history', 'verify']) {
    await page.goto(`${url}/roulette/${view}`)
    await expect(page.getByRole('main')).toContainText(/\w/)
    await expectNothingCut(page)
  }

  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  const { coins } = (await player.call('GET /get_profile')).user
  const { cost } = await player.call('GET /roulette/get')
  const spend = (count: number) =>
    player.call('POST /marketplace/exchange-to-steam-coins', { currency: 'bronze', count })
  await spend(coins - 9 * cost.count)
  const poor = await visitors.open({ ...PHONE, viewport: { width: 320, height: 700 } })
  await enter(poor, url, { steamId })
  await poor.goto(`${url}/roulette/wheel`)
  // Enough for one spin and not for ten.
  await expect(poor.getByRole('button', { name: 'Spin', exact: true })).toBeEnabled()
  await expect(poor.getByRole('button', { name: /^Spin/, disabled: true })).toHaveCount(2)
  await spend(9 * cost.count)
  await expect(poor.getByText('Not enough for a spin.')).toBeVisible()
  await expect(poor.getByRole('button', { name: /^Spin/, disabled: true })).toHaveCount(3)
})
