import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, openItem, serveClutch, signOut, test } from '../support/journey.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'
import { Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004

const clutch = serveClutch()

test.beforeAll(async () => {
  const { url } = clutch()
  const [anna, boris] = await Promise.all([Player.signIn(url), Player.signIn(url)])
  await anna.offer(COPPER_ORE, 9, 70)
  await anna.offer(HEARTH_COAL, 5, 31)
  await boris.bid(COPPER_ORE, 4, 70)
})

test('an anonymous visitor sees real prices on the welcome page and can read the market', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await page.goto(url)
  const busiest = page.getByRole('region', { name: 'The market now' })
  await expect(busiest.getByRole('listitem').filter({ hasText: 'Copper Ore' })).toContainText('70')
  await expectAccessible(page, 'welcome')

  await busiest.getByRole('link', { name: 'Copper Ore' }).click()
  const selected = page.getByRole('region', { name: 'Selected item' })
  await expect(selected.getByRole('heading', { level: 2, name: 'Copper Ore' })).toBeVisible()
  await expect(selected.getByRole('list', { name: 'Sell orders' }).getByRole('button')).toContainText('70')
  await expect(page.getByRole('option', { name: /^Hearth Coal/ })).toContainText('31')
  // Nothing personal: no stock, stars, alerts or personal filters.
  await expect(selected.getByText(/in inventory/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Watch |^Price alerts|^Watchlist$/ })).toHaveCount(0)
  await expectAccessible(page, 'market of a stranger')
})

test('every action of an anonymous visitor leads to the sign-in', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(PHONE)
  await page.goto(`${url}/marketplace/market#/item=${COPPER_ORE}`)
  const selected = page.getByRole('region', { name: 'Selected item' })
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  const acts = [
    selected.getByRole('button', { name: 'Buy', exact: true }),
    selected.getByRole('button', { name: 'Sell', exact: true }),
    selected.getByRole('list', { name: 'Sell orders' }).getByRole('button').first(),
  ]
  for (const act of acts) {
    await act.click()
    await expect(dialog.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/api/auth/steam')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await expectNoSideways(page)
  await expectAccessible(page, 'item of a stranger on a phone')

  await page.goto(`${url}/marketplace/my-listings`)
  await expect(page.getByText('Sign in to see your listings and trades.')).toBeVisible()
  await page.goto(`${url}/rent`)
  await expect(page).toHaveTitle('Rent · Clutch')

  await test.step('a sign-in that fails says so and can be retried', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Cancel and go back' }).click()
    await expect(page.getByRole('alert')).toContainText('Sign-in failed: Steam didn’t confirm it.')
    await expectNoSideways(page)
    await expectAccessible(page, 'a sign-in that failed')
    await page.getByRole('link', { name: 'Sign in through Steam' }).click()
    await expect(page.getByRole('heading', { name: 'Who are you today?' })).toBeVisible()
  })
})

test('prices follow the market for anonymous visitors @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await page.clock.install()
  await page.goto(`${url}/marketplace/market#/item=${COPPER_ORE}`)
  const offers = page.getByRole('region', { name: 'Selected item' }).getByRole('list', { name: 'Sell orders' })
  await expect(offers).toContainText('70')
  const boris = await Player.signIn(url)
  await boris.offer(COPPER_ORE, 2, 66)
  await page.clock.fastForward(20_000)
  await expect(offers).toContainText('66')
})

test('a player who signs out on the market continues to read it anonymously @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await openItem(page, url, HEARTH_COAL)
  const selected = page.getByRole('region', { name: 'Selected item' })
  await expect(selected.getByText('200 in inventory')).toBeVisible()
  await signOut(page)
  await page.goto(`${url}/marketplace/market#/item=${HEARTH_COAL}`)
  await expect(selected.getByRole('list', { name: 'Sell orders' })).toContainText('31')
  await expect(page.getByText(/in inventory|×200/)).toHaveCount(0)
})
