import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { chooseLanguage, enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'

const STARTER_COUNT = 12
const contentFolder = makePack({ items: 12, starterCoins: 1_000, starterCount: STARTER_COUNT })
const clutch = serveClutch({ contentFolder })
const PHONE = { viewport: { width: 390, height: 844 } }

test.afterAll(() => rmSync(contentFolder, { recursive: true, force: true }))

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Friends and trades/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Friends and trades' })
const table = (page: Page) => page.getByRole('dialog', { name: /^Trade with/ })
const nameOf = (steamId: string) => `Player ${steamId.slice(-5)}`

async function openTab(page: Page, name: RegExp): Promise<void> {
  if (!(await panel(page).isVisible())) await opener(page).press('Enter')
  await panel(page).getByRole('tab', { name }).press('Enter')
}

/** Holds a button down with a key until it has acted, as what is given for nothing has to be confirmed. */
async function hold(page: Page, name: string): Promise<void> {
  const button = table(page).getByRole('button', { name })
  await expect(button).toBeEnabled()
  await button.focus()
  await page.keyboard.down('Enter')
  await expect(button).toBeDisabled()
  await page.keyboard.up('Enter')
}

test('two become friends, trade with a change of mind, and part by a block, each seeing it live', async ({
  visitors,
}) => {
  const { url } = clutch()
  const [anna, boris] = [newSteamId(), newSteamId()]
  const [page, other, stranger] = [await visitors.open(), await visitors.open(), await visitors.open()]
  await stranger.goto(url)
  await expect(stranger.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(opener(stranger)).toHaveCount(0)
  await expect(stranger.getByRole('banner').getByRole('button', { name: /^Open the chat/ })).toHaveCount(0)
  for (const [each, steamId] of [
    [page, anna],
    [other, boris],
  ] as const) {
    await enter(each, url, { steamId })
    await each.goto(url)
  }

  await openTab(page, /^Search/)
  await panel(page).getByRole('searchbox').fill(nameOf(boris).slice(3))
  await panel(page)
    .getByRole('button', { name: `Invite ${nameOf(boris)}` })
    .press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Invited' })).toBeDisabled()
  await expectAccessible(page, 'the search for players')

  await expect(opener(other)).toHaveAccessibleName('Friends and trades: 1 waiting')
  await openTab(other, /^Invitations/)
  await expectAccessible(other, 'the invitations')
  await panel(other)
    .getByRole('button', { name: `Accept the invitation of ${nameOf(anna)}` })
    .press('Enter')
  await expect(toast(page)).toContainText('Friend request accepted!')

  await openTab(page, /^Friends/)
  await expect(panel(page).getByText('Online')).toBeAttached()
  await expectAccessible(page, 'the friends')
  await panel(page)
    .getByRole('button', { name: `Trade with ${nameOf(boris)}` })
    .press('Enter')
  await expect(toast(other)).toContainText(`${nameOf(anna)} wants to trade with you`)
  await openTab(other, /^Trades/)
  await panel(other)
    .getByRole('button', { name: `Show the trade with ${nameOf(anna)}` })
    .press('Enter')

  // She gives some of what she has, found by its name; nothing comes back yet, so it has to be held down.
  await table(page).getByRole('searchbox').fill('good 3')
  await table(page).getByRole('button', { name: 'Offer Good 3' }).press('Enter')
  const quantity = page.getByRole('dialog', { name: 'Good 3' })
  await quantity.getByRole('spinbutton').fill('99')
  await quantity.getByRole('button', { name: 'One less' }).press('Enter')
  await expect(quantity.getByRole('spinbutton')).toHaveValue(String(STARTER_COUNT - 1))
  await quantity.getByRole('spinbutton').fill('4')
  await quantity.getByRole('spinbutton').press('Enter')
  await hold(page, 'Hold to give for nothing')
  const given = (each: Page) => table(each).getByRole('region', { name: `${nameOf(anna)} gives` })
  await expect(given(other)).toContainText('×4')
  await expect(given(other)).toContainText('was 0')
  await expect(given(other)).toContainText('confirmed')

  // He offers coins; her confirmation is void, and what he gives is locked for a look.
  await table(other).getByRole('spinbutton', { name: 'Coins' }).fill('300')
  await expect(table(other).getByRole('button', { name: 'Confirm' })).toBeEnabled()
  await table(other).getByRole('button', { name: 'Confirm' }).press('Enter')
  const gets = table(page).getByRole('region', { name: `${nameOf(boris)} gives` })
  await expect(gets).toContainText('300')
  await expect(table(page).getByText('The other side changed something')).toBeVisible()
  await expect(table(page).getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await expect(table(page).getByText('unknown').first()).toBeVisible()
  await expectAccessible(page, 'the trade')

  // She changes her mind before she confirms, and he before he does.
  await table(page).getByRole('button', { name: 'Change the count of Good 3, now 4' }).press('Enter')
  await quantity.getByRole('spinbutton').fill('3')
  await quantity.getByRole('spinbutton').press('Enter')
  await expect(table(page).getByRole('button', { name: 'Confirm' })).toBeEnabled()
  await table(page).getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(given(other)).toContainText('was 4')
  await expect(table(other).getByRole('button', { name: 'Confirm' })).toBeEnabled()
  await table(other).getByRole('button', { name: 'Confirm' }).press('Enter')
  for (const each of [page, other]) {
    await expect(table(each).getByText('Trade completed successfully')).toBeVisible()
    await table(each).getByRole('button', { name: 'OK' }).press('Enter')
  }
  await expect(page.getByRole('banner')).toContainText('1,300')
  await expect(other.getByRole('banner')).toContainText('700')

  await openTab(page, /^Friends/)
  await panel(page)
    .getByRole('link', { name: `Between you and ${nameOf(boris)}` })
    .press('Enter')
  await expect(page).toHaveTitle(new RegExp(`Between you and ${nameOf(boris)}`))
  await expect(page.getByRole('main')).toContainText('Good 3 ×3')
  await expectAccessible(page, 'what the two have traded')

  await openTab(other, /^Friends/)
  await openTab(page, /^Friends/)
  await panel(page)
    .getByRole('button', { name: `Block ${nameOf(boris)}` })
    .press('Enter')
  await page
    .getByRole('dialog', { name: `Block ${nameOf(boris)}` })
    .getByRole('button', { name: 'Block', exact: true })
    .press('Enter')
  await expect(toast(other)).toContainText('A friend has been removed')
  await expect(panel(other).getByText('No friends yet')).toBeVisible()
  await panel(page).getByText('Blocked players (1)').click()
  await expect(panel(page).getByRole('button', { name: `Unblock ${nameOf(boris)}` })).toBeVisible()
})

test('on a phone the panel is a sheet that remembers its tab, and a friend is removed @long', async ({ visitors }) => {
  const { url } = clutch()
  const [anna, boris] = [newSteamId(), newSteamId()]
  const friend = await Player.signIn(url, boris)
  const page = await visitors.open({ ...PHONE, hasTouch: true })
  await enter(page, url, { steamId: anna })
  await page.goto(`${url}/inventory/page`)
  const { user } = await friend.call('GET /get_profile')
  const annas = await Player.signIn(url, anna)
  await annas.call('POST /social/send-friend-invite', { friend_uuid: user.id })
  const { user: own } = await annas.call('GET /get_profile')
  await friend.call('POST /social/accept-friend-invite', { friend_uuid: own.id })
  await friend.call('POST /social/create-trade', { user_uuid: own.id })
  await expect(opener(page)).toHaveAccessibleName('Friends and trades: 1 waiting')
  await opener(page).tap()
  await panel(page)
    .getByRole('tab', { name: /^Trades/ })
    .tap()
  await expectAccessible(page, 'the panel on a phone')
  await panel(page)
    .getByRole('button', { name: /^Show the trade/ })
    .tap()
  await expectAccessible(page, 'the trade on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await table(page).getByRole('button', { name: 'Decline trade' }).tap()
  await expect(table(page).getByText('was declined. Nothing has moved.')).toBeVisible()
  await table(page).getByRole('button', { name: 'OK' }).tap()
  await page.reload()
  await opener(page).tap()
  await expect(panel(page).getByRole('tab', { name: /^Trades/ })).toHaveAttribute('aria-selected', 'true')
  await panel(page)
    .getByRole('tab', { name: /^Friends/ })
    .tap()
  await panel(page)
    .getByRole('button', { name: `Remove ${nameOf(boris)}` })
    .tap()
  const question = page.getByRole('dialog', { name: `Remove ${nameOf(boris)}` })
  await expect(question).toContainText('Are you sure you want to remove this friend?')
  await question.getByRole('button', { name: 'Remove', exact: true }).tap()
  await expect(toast(page)).toContainText('A friend has been removed')
  await panel(page).getByRole('button', { name: 'Close' }).tap()
  await page.setViewportSize({ width: 320, height: 700 })
  await chooseLanguage(page, 'Русский')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Друзья и обмены/ })
    .tap()
  await expectAccessible(page, 'the panel at 320 px in Russian')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
