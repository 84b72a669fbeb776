import type { Frame, Page } from '@playwright/test'
import { CHROMIUM } from '../support/chromium.ts'
import { expect, serveClutch, test } from '../support/journey.ts'
import { servePage, type PageServer } from '../support/pages.ts'
import { newSteamId } from '../support/player.ts'

/**
 * Shows the address in `?app=` in one frame and the address in `?second=` in another, and records every message it
 * receives.
 */
const EMBEDDING_PAGE = `<!doctype html>
<html lang="en"><title>A game's page</title>
<body style="margin:0">
<iframe id="app" title="Market" width="1200" height="600"></iframe>
<iframe id="second" title="Second" width="300" height="60"></iframe>
<script>
  const asked = new URLSearchParams(location.search)
  const app = document.querySelector('#app')
  window.heard = []
  addEventListener('message', ({ origin, data, source }) =>
    window.heard.push({ origin, data, isFromApp: source === app.contentWindow }))
  app.src = asked.get('app')
  document.querySelector('#second').src = asked.get('second') ?? 'about:blank'
</script>`

const FAVORITES = { type: 'clutch:favorite-recipes', recipes: [5, 2] }
/** Longer than the app takes to greet an allowed page. */
const SILENCE_MS = 3_000

// Playwright disables a default of current browsers: a frame on another site gets partitioned storage.
test.use({ launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, '--disable-features='] } })

let game: PageServer
let portal: PageServer
let stranger: PageServer

const clutch = serveClutch(async () => {
  game = await servePage(EMBEDDING_PAGE, 'localhost')
  portal = await servePage(EMBEDDING_PAGE, '127.0.0.1')
  stranger = await servePage(EMBEDDING_PAGE, '127.0.0.1')
  return { settings: { EMBED_ORIGINS: `${game.origin},${portal.origin}` } }
})
test.afterAll(() => {
  for (const page of [game, portal, stranger]) page.close()
})

async function embed(page: Page, parent: PageServer, second = ''): Promise<void> {
  const search = new URLSearchParams({ app: `${clutch().url}/`, ...(second !== '' && { second }) })
  await page.goto(`${parent.origin}/?${search}`)
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)

function appFrame(page: Page): Frame {
  const frame = page.frames().find((candidate) => candidate.url().startsWith(clutch().url))
  if (frame === undefined) throw new Error('The app is not shown')
  return frame
}

/** Posts a message to the app from the embedding page. */
function post(page: Page, message: unknown): Promise<void> {
  return page.evaluate((message) => {
    document.querySelector<HTMLIFrameElement>('#app')?.contentWindow?.postMessage(message, '*')
  }, message)
}

const favorites = (page: Page) => appFrame(page).evaluate(() => window.localStorage.getItem('favoriteRecipes'))

/** Presses sign in inside the frame and chooses a player in the window that opens; the app closes that window. */
async function signInByWindow(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.frameLocator('#app').getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  const window = await opened
  await window.getByLabel('Or any other Steam id').fill(newSteamId())
  const closed = window.waitForEvent('close')
  await window.getByRole('button', { name: 'Sign in' }).click()
  await closed
}

const isConnected = (page: Page) =>
  expect(page.frameLocator('#app').getByText('Connected', { exact: true })).toBeAttached()

test('an allowed page embeds the app, receives its ready message, and imports favourites', async ({ visitors }) => {
  const page = await visitors.open()
  await embed(page, game)
  await expect(page.frameLocator('#app').getByRole('heading', { level: 1 })).toBeVisible()
  await expect
    .poll(() => heard(page))
    .toEqual([{ origin: clutch().url, data: { type: 'clutch:ready', version: 1 }, isFromApp: true }])
  await post(page, FAVORITES)
  await expect.poll(() => favorites(page)).toBe('[5,2]')
  for (const recipes of [['<img src=x>'], [1.5], [-1], 'all', null]) await post(page, { ...FAVORITES, recipes })
  await post(page, 'hello')
  await post(page, { ...FAVORITES, recipes: [9] })
  await expect.poll(() => favorites(page)).toBe('[9]')
})

test('a player in a frame signs in through a window and stays signed in', async ({ visitors }) => {
  const page = await visitors.open()
  await embed(page, game)
  await signInByWindow(page)
  await isConnected(page)
  visitors.expectComplaint(/status of 401/)
  await appFrame(page).evaluate(() => window.localStorage.setItem('access_token', 'worn.out.token'))
  await page.reload()
  await isConnected(page)
})

test('a frame on another site works although its browser blocks storage @long', async ({ visitors }) => {
  const page = await visitors.open()
  visitors.expectComplaint(/status of 401/)
  await embed(page, portal)
  await expect.poll(() => heard(page)).toHaveLength(1)
  await signInByWindow(page)
  await isConnected(page)
  await page.reload()
  await isConnected(page)

  const alone = await page.context().newPage()
  await alone.goto(clutch().url)
  await expect(alone.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a page that is not allowed cannot frame the app and receives no messages @long', async ({ visitors }) => {
  const page = await visitors.open()
  visitors.expectComplaint(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/)
  await embed(page, stranger)
  await page.waitForTimeout(SILENCE_MS)
  expect(await heard(page)).toEqual([])
  await expect(page.frameLocator('#app').getByRole('heading', { level: 1 })).toHaveCount(0)
})

test('messages from another window or origin have no effect @long', async ({ visitors }) => {
  const page = await visitors.open()
  await embed(page, game, stranger.origin)
  await expect.poll(() => heard(page)).toHaveLength(1)
  await post(page, FAVORITES)
  await expect.poll(() => favorites(page)).toBe('[5,2]')

  const second = page.frames().find((frame) => frame.url().startsWith(stranger.origin))
  for (const message of [
    { ...FAVORITES, recipes: [666] },
    { type: 'clutch:signed-in', token: 'stolen.or.forged' },
  ]) {
    await second?.evaluate((message) => window.parent.frames[0]?.postMessage(message, '*'), message)
  }
  await post(page, { type: 'clutch:signed-in', token: 'stolen.or.forged' })
  await page.waitForTimeout(SILENCE_MS)
  expect(await favorites(page)).toBe('[5,2]')
  expect(await appFrame(page).evaluate(() => window.localStorage.getItem('access_token'))).toBeNull()
  await expect(page.frameLocator('#app').getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})
