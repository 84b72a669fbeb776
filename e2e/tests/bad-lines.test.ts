import { decodeBatch } from '@clutch/contract/live'
import type { Page } from '@playwright/test'
import { findFreePort } from '../../apps/server/tests/support/free-port.ts'
import { startRelay, type Relay } from '../../apps/server/tests/support/relay.ts'
import { enter, expect, openItem, serveClutch, test, type Visitors } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const GAME_AGENT = 'TinkerGame/2.1'
const MINUTE_MS = 60_000

/** Sits between browsers and server; players without a browser bypass it. */
let relay: Relay
let direct: string

const clutch = serveClutch(async () => {
  relay = await startRelay()
  const port = await findFreePort()
  relay.connectTo(port)
  direct = `http://localhost:${port}`
  return {
    settings: {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${relay.port}`,
      GAME_CLIENT_AGENT: 'TinkerGame/',
    },
  }
})

test.afterEach(() => {
  relay.speak()
  relay.setWeather(undefined)
})
test.afterAll(() => relay.close())

const status = (page: Page) => page.getByRole('banner').getByRole('status')
const isConnected = (page: Page) => expect(status(page)).toContainText('Connected')
const banner = (page: Page) => page.getByText('Prices and quantities may be out of date.')

/** Opens an item's book on a page of a new player, whose timers the journey controls. */
async function openBook(visitors: Visitors, prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const page = await visitors.open()
  await prepare?.(page)
  // Browser messages caused by dead connections.
  visitors.expectComplaint(/net::ERR_|WebSocket connection/)
  await page.clock.install()
  await enter(page, clutch().url)
  await openItem(page, clutch().url, COPPER_ORE)
  await isConnected(page)
  return page
}

/** Advances the page's clock until a condition holds, in steps that leave time for responses to arrive. */
async function passUntil(page: Page, isSeen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await isSeen()
  }).toPass({ intervals: [50] })
}

/** Opens the order form. @returns submits the order */
async function prepareOrder(page: Page, offer: string): Promise<() => Promise<void>> {
  await page.getByTitle(offer).click()
  const button = page.getByRole('dialog').getByRole('button', { name: 'Buy now' })
  await expect(button).toBeEnabled()
  return () => button.click()
}

test('a connection that dies silently is detected, and the page catches up once it has reconnected', async ({
  visitors,
}) => {
  const seller = await Player.signIn(direct)
  const page = await openBook(visitors)
  relay.fallSilent()
  await page.clock.fastForward(30_000)
  await isConnected(page)
  // A message that was on its way may still have arrived after the clock was advanced.
  await passUntil(page, () => expect(status(page)).not.toContainText('Connected', { timeout: 300 }))
  await page.clock.fastForward(2_000)
  await expect(banner(page)).toBeVisible()

  await seller.offer(COPPER_ORE, 3, 41)
  relay.speakToNewOnly()
  await passUntil(page, () => expect(status(page)).toContainText('Connected', { timeout: 300 }))
  await expect(banner(page)).toBeHidden()
  await expect(page.getByTitle('Buy: 3 offered at 41')).toBeVisible()
})

test('an order over connections that a router has dropped is executed once, within the timeouts of a few calls', async ({
  visitors,
}) => {
  const seller = await Player.signIn(direct)
  await seller.offer(COPPER_ORE, 4, 31)
  const page = await openBook(visitors)
  await expect(page.getByTitle('Buy: 4 offered at 31')).toBeVisible()
  const buy = await prepareOrder(page, 'Buy: 4 offered at 31')
  const beganMs = await page.evaluate(() => Date.now())
  relay.speakToNewOnly()
  await buy()
  await passUntil(page, () => expect(page.getByText('Bought 4 × Copper Ore for 124')).toBeVisible({ timeout: 300 }))
  expect((await page.evaluate(() => Date.now())) - beganMs).toBeLessThan(40_000)
})

test('after a reconnect everything is refetched once', async ({ visitors }) => {
  // A restarted server does not know what a page has missed.
  const forget = async (page: Page) =>
    page.routeWebSocket(/\/ws\?/, (socket) => {
      socket.connectToServer().onMessage((message) => {
        if (typeof message === 'string' || decodeBatch(message).followsMessageId === undefined) socket.send(message)
      })
    })
  const page = await openBook(visitors, forget)
  // Parts that are not needed at once load some seconds later.
  await page.clock.fastForward(10_000)
  await page.waitForLoadState('networkidle')
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  relay.reset()
  await expect(status(page)).not.toContainText('Connected')
  await page.clock.fastForward(3_000)
  await isConnected(page)
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(3_000)
  await page.waitForLoadState('networkidle')
  expect(reads).toEqual(expect.arrayContaining(['/api/inventory/get', '/api/get_profile', '/api/watchlist/get']))
  expect(reads.filter((path, index) => path.startsWith('/api/') && reads.indexOf(path) !== index)).toEqual([])
})

test('returning to a page detects a dead connection at once', async ({ visitors }) => {
  const page = await openBook(visitors)
  relay.speakToNewOnly()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.clock.fastForward(6_000)
  await expect(status(page)).not.toContainText('Connected')
  await passUntil(page, () => expect(status(page)).toContainText('Connected', { timeout: 300 }))
})

test('a laptop that wakes from sleep shows what happened meanwhile', async ({ visitors }) => {
  const seller = await Player.signIn(direct)
  const page = await openBook(visitors)
  relay.fallSilent()
  await seller.offer(COPPER_ORE, 2, 51)
  relay.speakToNewOnly()
  await page.clock.fastForward(10 * MINUTE_MS)
  await passUntil(page, () => expect(page.getByTitle('Buy: 2 offered at 51')).toBeVisible({ timeout: 300 }))
  await isConnected(page)
})

test('a lost response to a read, a token renewal, a command or a sign-in has no consequences', async ({ visitors }) => {
  const { url } = clutch()
  const seller = await Player.signIn(direct)
  await seller.offer(COPPER_ORE, 6, 21)
  const page = await visitors.open({ userAgent: `Mozilla/5.0 ${GAME_AGENT}` })
  visitors.expectComplaint(/net::ERR_|WebSocket connection|status of 401/)

  const lostTicket = relay.loseResponseTo('POST /api/auth/client_steam_auth_callback')
  const steamId = newSteamId()
  await page.goto(`${url}/auth/client/success?ticket=sim-${steamId}&username=Marta`)
  await lostTicket
  await expect(page.getByRole('button', { name: 'Account' })).toContainText(steamId.slice(-5))

  const lostRead = relay.loseResponseTo('POST /api/inventory/get')
  await page.goto(`${url}/inventory/page`)
  await lostRead
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()

  const lostRenewal = relay.loseResponseTo('POST /api/jwt_refresh')
  await page.evaluate(() => window.localStorage.setItem('access_token', 'worn.out.token'))
  await page.reload()
  await lostRenewal
  await isConnected(page)

  await openItem(page, url, COPPER_ORE)
  await isConnected(page)
  const buy = await prepareOrder(page, 'Buy: 6 offered at 21')
  relay.fallSilent(['to the caller'])
  await buy()
  await expect.poll(async () => (await seller.call('POST /marketplace/get-my-lots')).lots).toEqual([])
  relay.reset()
  relay.speak()
  await expect(page.getByText('Bought 6 × Copper Ore for 126')).toBeVisible()
})

test("the platform's sign-in response is accepted again when the page it opened was lost", async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/net::ERR_/)
  // An unsupported language, as another version may have saved it: nothing is fetched for it.
  await page.addInitScript(() => {
    // The browser's own error page has no storage.
    if (window.location.protocol === 'http:') window.localStorage.setItem('app-language', 'de')
  })
  await page.goto(`${url}/marketplace/market/#/item=${COPPER_ORE}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Copper Ore' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Or any other Steam id').fill(newSteamId())
  const lost = relay.loseResponseTo('GET /api/auth/steam/callback')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await lost
  // Some browsers retry automatically, others show an error page and need a reload.
  await expect.poll(() => page.url().startsWith('chrome-error:') || page.url().startsWith(`${url}/`)).toBe(true)
  if (page.url().startsWith('chrome-error:')) await page.reload()
  await isConnected(page)
  await expect(page, 'The sign-in returns to the page where it began').toHaveURL(
    `${url}/marketplace/market#/item=${COPPER_ORE}`,
  )
})

test('a slow connection with packet loss is only slow', async ({ visitors }) => {
  const seller = await Player.signIn(direct)
  await seller.offer(COPPER_ORE, 5, 61)
  relay.setWeather({ latencyMs: 200, loss: 0.02 })
  const page = await visitors.open()
  await enter(page, clutch().url)
  await openItem(page, clutch().url, COPPER_ORE)
  await isConnected(page)
  await (
    await prepareOrder(page, 'Buy: 5 offered at 61')
  )()
  await expect(page.getByText(/^Bought \d+ × Copper Ore for/)).toBeVisible()
  await isConnected(page)
})

test('a device whose clock is three days ahead reads charts up to the server’s time', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await page.clock.install({ time: Date.now() + 3 * 24 * 60 * MINUTE_MS })
  const endsSec: number[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/get-chart')) return
    endsSec.push((request.postDataJSON() as { end_date: number }).end_date)
  })
  await enter(page, url)
  await openItem(page, url, COPPER_ORE)
  await expect.poll(() => Math.abs((endsSec.at(-1) ?? 0) - Date.now() / 1_000)).toBeLessThan(60)
})
