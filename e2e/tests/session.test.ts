import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, pressInAccountMenu, serveClutch, signIn, signOut, test } from '../support/journey.ts'
import { newSteamId } from '../support/player.ts'

const WORN_OUT = 'worn.out.token'

const GAME_AGENT = 'TinkerGame/2.1'

const clutch = serveClutch({ settings: { GAME_CLIENT_AGENT: 'TinkerGame/' } })

const stored = (page: Page, key: string) => page.evaluate((key) => window.localStorage.getItem(key), key)
const isConnected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeAttached()
const isSignedOut = (page: Page) =>
  expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()

test('an expired token is renewed once for all calls of a page, which continues undisturbed', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 401/)
  await signIn(page, url)
  let renewals = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/jwt_refresh')) renewals += 1
  })
  // Leave the app, whose own calls would use the token before the page under test does.
  await page.goto('about:blank')
  const { cookies } = await page.context().storageState()
  const origins = [{ origin: url, localStorage: [{ name: 'access_token', value: WORN_OUT }] }]
  await page.context().setStorageState({ cookies, origins })
  await page.goto(`${url}/inventory/page`)
  await isConnected(page)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  expect(renewals).toBe(1)
  expect(await stored(page, 'access_token')).not.toBe(WORN_OUT)
})

test('a session that cannot be renewed ends @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 401/)
  await signIn(page, url)
  await page.context().clearCookies()
  await page.evaluate((token) => window.localStorage.setItem('access_token', token), WORN_OUT)
  await page.reload()
  await isSignedOut(page)
  expect(await stored(page, 'access_token')).toBeNull()
})

test('a profile rejected again after a renewal is cleared, and can be requested again', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 401/)
  const steamId = newSteamId()
  await signIn(page, url, { steamId })
  let reads = 0
  await page.route('**/api/get_profile', (route) => {
    reads += 1
    return route.fulfill({ status: 401, json: { code: 'unauthorized', message: 'Sign in first', params: {} } })
  })
  await page.reload()
  const failure = page.getByRole('banner').getByRole('button', { name: 'Profile not loaded' })
  await expect(failure).toBeVisible()
  await expect.poll(() => reads % 2, 'Each rejected read is repeated once').toBe(0)
  await expect(page.getByText(`Player ${steamId.slice(-5)}`)).toHaveCount(0)
  await expect(
    page.getByRole('banner').getByRole('button', { name: /^(Open the chat|Friends and trades)/ }),
  ).toHaveCount(0)
  await page.unroute('**/api/get_profile')
  // The live connection may retry before the press does.
  await expect(async () => {
    if (await failure.isVisible()) await failure.click({ timeout: 1_000 })
    await expect(page.getByRole('heading', { name: steamId.slice(-5) })).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('signing out in one tab signs out the other, and signing in does the same', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await signIn(page, url)
  const other = await page.context().newPage()
  await other.goto(`${url}/marketplace/market`)
  await isConnected(other)
  await signOut(page)
  await isSignedOut(other)
  expect([await stored(page, 'access_token'), await stored(other, 'access_token')]).toEqual([null, null])

  await signIn(page, url)
  await isConnected(other)
  await expect(other.getByRole('listbox').getByRole('option').first()).toBeVisible()
})

test('the game client signs in with a ticket and offers no sign-out', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ userAgent: `Mozilla/5.0 ${GAME_AGENT}` })
  const steamId = newSteamId()
  await page.goto(`${url}/auth/client/success?ticket=sim-${steamId}&username=Marta`)
  await page.waitForURL(`${url}/`)
  await isConnected(page)
  await expect(page.getByRole('button', { name: 'Account' })).toContainText(steamId.slice(-5))
  expect(await stored(page, 'is_logout_hidden')).toBe('true')
  expect(await stored(page, 'access_token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Stack Steam inventory' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toHaveCount(0)
})

test('a link with a ticket that is opened outside the game asks before it signs in', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 409/)
  const steamId = newSteamId()
  const link = `${url}/auth/client/success?ticket=sim-${steamId}&username=Mallory`
  const question = page.getByRole('heading', { name: 'Sign in with this link?' })
  await page.goto(link)
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(`${url}/auth/client/success`)
  await expectAccessible(page, 'the question before a link from outside the game signs in')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Don’t sign in' })).toBeFocused()
  await page.keyboard.press('Enter')
  await isSignedOut(page)

  await page.goto(link)
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account' })).toContainText(steamId.slice(-5))
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out', exact: true })).toBeVisible()
})

test('a link with a ticket asks before it replaces a session, and is removed from the address at once', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 409/)
  const [own, foreign] = [newSteamId(), newSteamId()]
  await signIn(page, url, { steamId: own })
  const token = await stored(page, 'access_token')
  const link = `${url}/auth/client/success?ticket=sim-${foreign}&username=Mallory`
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You’re already signed in' })).toBeVisible()
  await expect(page).toHaveURL(`${url}/auth/client/success`)
  await expectAccessible(page, 'the question before another account signs in')
  expect(await stored(page, 'access_token')).toBe(token)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: own.slice(-5) })).toBeVisible()

  await page.goto(link)
  await page.getByRole('button', { name: 'Switch accounts' }).click()
  await expect(page.getByRole('button', { name: 'Account' })).toContainText(foreign.slice(-5))
  // The link was not opened by the game, so the player must be able to sign out.
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out', exact: true })).toBeVisible()
})

test('a rejected ticket is removed from the address, too @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ userAgent: GAME_AGENT })
  visitors.expectComplaint(/status of 401/)
  await page.goto(`${url}/auth/client/success?ticket=forged&username=Marta`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page).toHaveURL(`${url}/auth/client/success`)
})

test('a link with another player’s token does not replace a session @long', async ({ visitors }) => {
  const { url } = clutch()
  const [page, thief] = [await visitors.open(), await visitors.open()]
  const own = newSteamId()
  await signIn(page, url, { steamId: own })
  await signIn(thief, url, { steamId: newSteamId() })
  await page.goto(`${url}/auth/steam/success?token=${await stored(thief, 'access_token')}`)
  await page.waitForURL(`${url}/`)
  await isConnected(page)
  await expect(page.getByRole('banner').getByRole('button', { name: own.slice(-5) })).toBeVisible()
  const subject = (token: string | null) => Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()
  const [mine, theirs] = [await stored(page, 'access_token'), await stored(thief, 'access_token')]
  expect(JSON.parse(subject(mine)).sub).not.toBe(JSON.parse(subject(theirs)).sub)
})

test('the account menu lists active sessions and ends one elsewhere', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const [page, elsewhere] = [await visitors.open(), await visitors.open()]
  visitors.expectComplaint(/status of 401/)
  await signIn(page, url, { steamId })
  await signIn(elsewhere, url, { steamId })
  await pressInAccountMenu(page, 'Active sessions')
  const sessions = page.getByRole('dialog').getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1)
  await expect(sessions.filter({ hasText: 'Chrome, Linux' })).toHaveCount(2)
  await expectAccessible(page, 'the list of sessions')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions).toHaveCount(1)
  await elsewhere.goto(`${url}/inventory/page`)
  await isSignedOut(elsewhere)
})

test('signing out everywhere ends the sessions in other browsers @long', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const [page, elsewhere] = [await visitors.open({ viewport: { width: 390, height: 844 } }), await visitors.open()]
  visitors.expectComplaint(/status of 401/)
  await signIn(page, url, { steamId })
  await signIn(elsewhere, url, { steamId })
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await expectAccessible(page, 'the user menu')
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await expectAccessible(page, 'the question before signing out everywhere')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await isSignedOut(page)
  await elsewhere.goto(`${url}/inventory/page`)
  await isSignedOut(elsewhere)
})
