import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { Clutch, type ClutchOptions } from './clutch.ts'
import { ARE_FRAMES_LATE, makeFramesLate } from './late-frames.ts'
import { newSteamId, untilLetIn } from './player.ts'
import { ARE_PAGES_SLOW, makePageSlow } from './slow-pages.ts'
import { keepToasts } from './toasts.ts'
import { watchPage } from './watch-page.ts'

export { expect } from '@playwright/test'

interface VisitorOptions extends BrowserContextOptions {
  /**
   * Whether the browser has time to fetch what may be pressed later: that takes a second and a half of the processor for
   * each page. In the others what is pressed comes when it is pressed, as for somebody quick.
   */
  readonly isIdle?: boolean
}

/** Opens pages of players, each in a browser of their own, and finds fault with whatever they complain about. */
export interface Visitors {
  open(options?: VisitorOptions): Promise<Page>
  /** A complaint that the journey itself provokes. */
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
    expect(unexpected, 'Pages complain about nothing').toEqual([])
  },
})

/** What a page asks for at the very end, and a journey would answer, may stay without an answer. */
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

/** What a page has loaded is read off its timings: each part leaves two, and a browser keeps 250 by itself. */
function keepTimings(): void {
  performance.setResourceTimingBufferSize(5_000)
}

/** Only what may not wait for ever is done. */
function keepBusy(): void {
  const whenIdle = window.requestIdleCallback.bind(window)
  window.requestIdleCallback = (work, options) => (options?.timeout === undefined ? 0 : whenIdle(work, options))
}

/** Runs Clutch for the tests of a file. When they are done, not a coin or an item may be missing or too many. */
export function serveClutch(options: ClutchOptions | (() => Promise<ClutchOptions>) = {}): () => Clutch {
  let clutch: Clutch | undefined
  base.beforeAll(async () => {
    // A living world writes ninety days of history before it opens: on a busy machine that has taken five minutes.
    base.setTimeout(900_000)
    const wanted = typeof options === 'function' ? await options() : options
    // A living world is worth a process in which code gets faster.
    clutch = await Clutch.start({ isShared: wanted.isLiving !== true, ...wanted })
  })
  base.afterAll(async () => {
    expect(await clutch?.stop(), 'The store keeps its promises').toEqual([])
  })
  return () => {
    if (clutch === undefined) throw new Error('Clutch is not running yet')
    return clutch
  }
}

/** Signs in as people do: over the platform's own page. Ends on the main page. */
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
 * Signs in without a page, as the game client does, for journeys about something else: in a third of the time. The page
 * that is opened next is signed in.
 */
export async function enter(page: Page, url: string, { steamId = newSteamId() } = {}): Promise<void> {
  const form = { ticket: `sim-${steamId}`, username: '' }
  const response = await untilLetIn(
    () => page.request.post(`${url}/api/auth/client_steam_auth_callback`, { form }),
    (answer) => answer.status(),
  )
  const { access_token: token } = (await response.json()) as { access_token: string }
  const { cookies } = await page.context().storageState()
  const origins = [{ origin: url, localStorage: [{ name: 'access_token', value: token }] }]
  await page.context().setStorageState({ cookies, origins })
}

/** Chooses a language from the header's menu, by its own name. */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  const opener = page.locator('[popovertarget=language-menu]').filter({ visible: true })
  // On a phone it stands in the account menu.
  if ((await opener.count()) === 0) await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await opener.first().click()
  await page.locator('#language-menu').getByRole('button', { name, exact: true }).click()
}

/** Opens the header's user menu and leaves. The session ends once the server has answered. */
export async function signOut(page: Page): Promise<void> {
  // A sign-out in the middle of connecting has its token refused, which the browser would report.
  await expect(page.getByRole('banner').getByRole('status')).toContainText('Connected')
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
}

export async function openItem(page: Page, url: string, itemId: number): Promise<void> {
  await page.goto(`${url}/marketplace/market#/item=${itemId}`)
  await expect(page.getByRole('region', { name: 'Selected item' }).getByRole('heading', { level: 2 })).toBeVisible()
}

/** The balance in the header, to the coin. */
export async function balance(page: Page): Promise<number> {
  const text = await page.getByText(/^Balance: /).textContent()
  return Number(text?.replaceAll(/\D/g, ''))
}
