import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test'
import { Clutch, type ClutchOptions } from './clutch.ts'
import { ARE_FRAMES_LATE, makeFramesLate } from './late-frames.ts'
import { newSteamId, retryWhileLimited } from './player.ts'
import { ARE_PAGES_SLOW, makePageSlow } from './slow-pages.ts'
import { keepToasts } from './toasts.ts'
import { watchPage } from './watch-page.ts'

export { expect } from '@playwright/test'

interface VisitorOptions extends BrowserContextOptions {
  /**
   * Whether the browser may prefetch chunks for later: that takes a second and a half of processor time per page.
   * Without it chunks load when they are needed, as for a quick user.
   */
  readonly isIdle?: boolean
}

/** Opens pages of players, each in a separate browser context, and fails the journey on any complaint they log. */
export interface Visitors {
  open(options?: VisitorOptions): Promise<Page>
  /** Allows a complaint that the journey itself provokes. */
  expectComplaint(pattern: RegExp): void
}

interface JourneyFixtures {
  readonly visitors: Visitors
}

export const test = base.extend<JourneyFixtures>({
  visitors: async ({ browser, contextOptions, viewport }, use) => {
    const complaints: string[] = []
    const expected: RegExp[] = []
    const open = visit(browser, complaints, { ...contextOptions, viewport })
    await use({ open, expectComplaint: (pattern) => void expected.push(pattern) })
    await Promise.all(browser.contexts().map(leave))
    const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
    expect(unexpected, 'Pages log no complaints').toEqual([])
  },
})

/** Requests that a page sends while closing, and that a journey intercepts, may stay unanswered. */
async function leave(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}

function visit(browser: Browser, complaints: string[], defaults: BrowserContextOptions): Visitors['open'] {
  return async ({ isIdle = false, ...options } = {}) => {
    const context = await browser.newContext({ ...defaults, ...options })
    await context.addInitScript(isIdle ? keepTimings : keepBusy)
    const page = await context.newPage()
    if (ARE_FRAMES_LATE) await makeFramesLate(page)
    if (ARE_PAGES_SLOW) await makePageSlow(page)
    await keepToasts(page)
    await watchPage(page, (complaint) => complaints.push(complaint))
    return page
  }
}

/**
 * Raises the browser's limit of 250 resource timings: they show which chunks a page has loaded, two entries per chunk.
 */
function keepTimings(): void {
  performance.setResourceTimingBufferSize(5_000)
}

/** Reports the browser as busy, so that only idle callbacks with a timeout run. */
function keepBusy(): void {
  const whenIdle = window.requestIdleCallback.bind(window)
  window.requestIdleCallback = (work, options) => (options?.timeout === undefined ? 0 : whenIdle(work, options))
}

/** Runs Clutch for the tests of a file, and checks at the end that no coin or item is missing or surplus. */
export function serveClutch(options: ClutchOptions | (() => Promise<ClutchOptions>) = {}): () => Clutch {
  let clutch: Clutch | undefined
  base.beforeAll(async () => {
    // A living world writes ninety days of history before it opens, which takes up to five minutes on a busy machine.
    base.setTimeout(900_000)
    const wanted = typeof options === 'function' ? await options() : options
    // A living world runs long enough to justify its own process with optimised code.
    clutch = await Clutch.start({ isShared: wanted.isLiving !== true, ...wanted })
  })
  base.afterAll(async () => {
    expect(await clutch?.stop(), 'The store passes the integrity check').toEqual([])
  })
  return () => {
    if (clutch === undefined) throw new Error('Clutch is not running yet')
    return clutch
  }
}

/** Signs in through the platform's page, as people do. Ends on the main page. */
export async function signIn(
  page: Page,
  url: string,
  player: { readonly name?: string; readonly steamId?: string } = {},
): Promise<void> {
  await page.goto(url)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Who are you today?' })).toBeVisible()
  if (player.name === undefined) {
    await page.getByLabel('Or any other Steam id').fill(player.steamId ?? newSteamId())
    await page.getByRole('button', { name: 'Sign in' }).click()
  } else {
    await page.getByRole('button', { name: player.name }).click()
  }
  await page.waitForURL(`${url}/`)
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
}

/**
 * Signs in without a page, as the game client does, in a third of the time; for journeys about something else. The next
 * page opened is signed in.
 */
export async function enter(page: Page, url: string, { steamId = newSteamId() } = {}): Promise<void> {
  const form = { ticket: `sim-${steamId}`, username: '' }
  const response = await retryWhileLimited(
    () => page.request.post(`${url}/api/auth/client_steam_auth_callback`, { form }),
    (answer) => answer.status(),
  )
  const { access_token: token } = (await response.json()) as { access_token: string }
  const { cookies } = await page.context().storageState()
  const origins = [{ origin: url, localStorage: [{ name: 'access_token', value: token }] }]
  await page.context().setStorageState({ cookies, origins })
}

/** Chooses a language from the header's menu by its native name. */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').locator('[aria-haspopup=menu]').click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** Opens the account menu and presses one of its items. */
export async function pressInAccountMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Chooses from a select. */
export async function select(field: Locator, choice: string): Promise<void> {
  await field.click()
  await field.page().getByRole('option', { name: choice, exact: true }).click()
  await expect(field).toContainText(choice)
}

/** Opens the header's user menu and signs out. The session ends once the server has responded. */
export async function signOut(page: Page): Promise<void> {
  // Signing out while still connecting makes the server reject the token, which the browser would log as an error.
  await expect(page.getByRole('banner').getByRole('status')).toContainText('Connected')
  await pressInAccountMenu(page, 'Sign out')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
}

export async function openItem(page: Page, url: string, itemId: number): Promise<void> {
  await page.goto(`${url}/marketplace/market#/item=${itemId}`)
  await expect(page.getByRole('region', { name: 'Selected item' }).getByRole('heading', { level: 2 })).toBeVisible()
}

/** The exact balance in the header, in coins. */
export async function balance(page: Page): Promise<number> {
  const text = await page.getByText(/^Balance: /).textContent()
  return Number(text?.replaceAll(/\D/g, ''))
}

/**
 * Counts the presses of the pointer from now on; the page must not be reloaded meanwhile.
 * @returns a function that returns how many there were since its last call
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const counted = { clicks: 0 }
    window.addEventListener('click', ({ detail }) => (counted.clicks += Math.sign(detail)), true)
    return counted
  })
  return () =>
    counter.evaluate((counted) => {
      const { clicks } = counted
      counted.clicks = 0
      return clicks
    })
}
