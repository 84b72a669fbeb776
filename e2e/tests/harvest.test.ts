import { rmSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { GOODS, makeHarvestPack, RECIPES } from '../support/harvest-pack.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'
import { expectToast, toastTexts } from '../support/toasts.ts'

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const
/** Narrowest supported width: nothing overflows from here on. */
const NARROWEST = 320
/** More tab stops than a page has. */
const STOPS_MAX = 80
const STARTED = /Recipe "Meadow" updated!/

const contentFolder = makeHarvestPack()
const clutch = serveClutch({ contentFolder })

test.afterAll(() => rmSync(contentFolder, { recursive: true, force: true }))

const slot = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} You have`) })

function finishedRuns(texts: string): number {
  return Array.from(texts.matchAll(/Meadow: (\d+) runs? finished/g)).reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Moves the focus there with the tab key. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Not reachable by keyboard')
}

test('with the keyboard alone a harvest is set up, and its runs start, finish, break and level up items', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const page = await visitors.open({ reducedMotion: 'reduce' })
  await enter(page, url, { steamId })
  await page.goto(url)
  await tabTo(page, page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Harvesting' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/harvest\/receipts/)
  const tabs = page.getByRole('tablist', { name: 'Harvest recipes' })
  await expect(tabs.getByRole('tab')).toHaveCount(2)
  await expectAccessible(page, 'harvest before anything is set')

  await tabTo(page, tabs.getByRole('tab', { name: 'Meadow' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('heading', { level: 2, name: 'Orchard' })).toBeVisible()
  await expect(tabs.getByRole('tab', { name: 'Orchard' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('heading', { level: 2, name: 'Meadow' })).toBeVisible()

  // A slot without an item leaves the button enabled, but pressing it starts nothing.
  await tabTo(page, item(page, 'Good 1'))
  await page.keyboard.press('Space')
  await expect(item(page, 'Good 1')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Start' }).press('Enter')
  await expect(slot(page, 'Tool').getByRole('alert')).toHaveText('Please select an item for each input slot')
  await expectToast(page, 'Please select an item for each input slot')

  await tabTo(page, page.getByRole('button', { name: 'Raise priority: Good 1' }))
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Priority: Good 1' }).getByRole('status')).toHaveText('9')
  await tabTo(page, item(page, 'Good 3'))
  await page.keyboard.press('Space')

  // One run at a time, so that each is shown.
  const atOnce = page.getByRole('spinbutton', { name: 'Parallel runs' })
  await atOnce.focus()
  await page.keyboard.type('99999')
  await expect(atOnce).toHaveValue('10,000')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1')
  await expect(page.getByText('Enough in stock for 1 more run right now')).toBeVisible()

  const calculation = slot(page, 'Calculation')
  await expect(calculation).toContainText('Average time3s')
  await expect(calculation).toContainText('×1.5')
  await expect(calculation.getByRole('listitem').filter({ hasText: 'Good 2' })).toContainText('3')
  const toasts = () => toastTexts(page)
  await page.getByRole('button', { name: 'Start' }).press('Enter')
  await expect.poll(toasts).toMatch(STARTED)

  const running = slot(page, 'Running')
  await expect(running.getByRole('listitem')).toContainText('×1')
  await expect(running.getByRole('listitem')).toContainText('under 1h')
  await expect(tabs.getByRole('tab', { name: 'Meadow' })).toContainText('1 running')
  await expectAccessible(page, 'harvest at work')
  // How many are reported together depends on the machine's speed; none may be missing or repeated.
  await expect.poll(async () => finishedRuns(await toasts()), { timeout: 60_000 }).toBe(3)
  await expect.poll(toasts).toMatch(/items? broke/)
  await expect.poll(toasts).toContain('1 item levelled up')
  await expect.poll(toasts).toContain('Harvesting is waiting for items: Meadow')
  await expect(page.getByText('Waiting: nothing is running')).toBeVisible()
  await expect(page.getByText('Not enough items: Good 3')).toBeVisible()
  await expect(tabs.getByRole('tab', { name: 'Meadow' })).toContainText('Waiting')
  await expect(page.getByRole('progressbar', { name: /Experience: 1 of 2/ })).toBeVisible()
  await expectAccessible(page, 'harvest run dry')

  // Three seeds, and three from the broken spades, of which one became a fruit; three fruits from each run.
  await expect(item(page, 'Good 1')).toContainText('You have 5')
  const player = await Player.signIn(url, steamId)
  const owned = new Map((await player.call('POST /inventory/get')).map(({ TypeId, Count }) => [TypeId, Count]))
  expect([GOODS.seed, GOODS.fruit, GOODS.spade].map((id) => owned.get(id) ?? 0)).toEqual([5, 3 + 9 + 1, 0])

  await page.getByRole('switch', { name: 'Enabled' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await expect(page.getByText('Not started')).toBeVisible()

  await page.goto(`${url}/harvest/history`)
  await page.getByRole('button', { name: 'How lucky?' }).first().press('Enter')
  await expect(page.getByText('Every outcome is worth the same')).toBeVisible()
})

test('on a phone edits stay unsaved until the player applies them, can be discarded, and start a long harvest @long', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open(PHONE)
  await enter(page, url)
  await page.goto(url)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Harvest' }).tap()
  const tabs = page.getByRole('tablist', { name: 'Harvest recipes' })
  await tabs.getByRole('tab', { name: 'Orchard' }).tap()
  await expect(page).toHaveURL(/recipe=2/)
  await item(page, 'Good 4').tap()
  await expect(page.getByText('Unsaved changes').last()).toBeVisible()
  await tabs.getByRole('tab', { name: 'Meadow' }).tap()
  await expect(item(page, 'Good 4')).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Inventory' }).tap()
  await page.goBack()
  await tabs.getByRole('tab', { name: 'Orchard' }).tap()
  await expect(item(page, 'Good 4')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'harvest with edits on a phone')
  await page.getByRole('button', { name: 'Discard' }).tap()
  await expect(item(page, 'Good 4')).toHaveAttribute('aria-pressed', 'false')

  await item(page, 'Good 1').tap()
  await item(page, 'Good 3').tap()
  const kept = page.getByRole('spinbutton', { name: 'Keep in stock: Good 3' })
  await kept.fill('1')
  await expect(page.getByText('Enough in stock for 2 more runs right now')).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).tap()
  await expectToast(page, 'Recipe "Orchard" updated!')
  await expect(slot(page, 'Running').getByRole('listitem')).toContainText(/×2.*2h/s)
  await expect(page.getByText('2 of 10,000 running')).toBeVisible()
  await expect(tabs.getByRole('tab', { name: 'Orchard' })).toContainText('2')

  await page.getByRole('button', { name: 'Guide' }).tap()
  await expect(page.getByRole('dialog', { name: 'How harvesting works' })).toBeVisible()
  await expectAccessible(page, 'harvest guide on a phone')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test(
  'failures to load recipes, an empty list and missing recipes are reported',
  { tag: '@long' },
  async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open()
    await keepCommandsOnHttp(page, visitors)
    visitors.expectComplaint(/status of (?:404|500)/)
    await enter(page, url)
    await page.route('**/api/harvest/get-receipts', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(`${url}/harvest/receipts`)
    await expect(page.getByRole('alert')).toContainText('Error loading recipes: Something went wrong')
    await expectAccessible(page, 'harvest that did not load')
    await page.unroute('**/api/harvest/get-receipts')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('tab')).toHaveCount(2)

    await item(page, 'Good 1').click()
    await item(page, 'Good 3').click()
    await page.route('**/api/harvest/update', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
    await page.getByRole('button', { name: 'Start' }).click()
    await expectToast(page, 'Error updating recipe: Something went wrong')
    await expect(page.getByText('Unsaved changes').last()).toBeVisible()
    const gone = JSON.stringify({ code: 'recipe_not_found', message: 'Recipe not found', params: {} })
    await page.route('**/api/harvest/update', (route) => route.fulfill({ status: 404, body: gone }), { times: 1 })
    await page.getByRole('button', { name: 'Start' }).click()
    await expectToast(page, 'Recipe not found')

    await page.goto(`${url}/harvest/receipts?recipe=999`)
    await expect(page.getByText('Recipe not found')).toBeVisible()
    const none = JSON.stringify({ receipts: [], user_data: [] })
    await page.route('**/api/harvest/get-receipts', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: none }),
    )
    await page.goto(`${url}/harvest`)
    await expect(page.getByText('No recipes available')).toBeVisible()
    await expect(page).toHaveURL(/\/harvest\/receipts$/)
  },
)

test('energy is used from the header, counts down and runs out', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const page = await visitors.open(PHONE)
  await enter(page, url, { steamId })
  await page.goto(url)
  const energy = page.getByRole('banner').getByRole('button', { name: /nergy|Energised|Activating/ })
  await expect(energy).toHaveAccessibleName('Activate energy. 2 left')
  // Reads the remaining time and the count; the accessible name contains a time of day that looks similar.
  const figures = energy.locator('span[aria-hidden=true]')

  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    '**/api/energy/activate',
    async (route) => {
      await asked
      await route.continue()
    },
    { times: 1 },
  )
  const shown = await energy.evaluateHandle((button) => {
    const texts: string[] = []
    const note = (): void => void texts.push(button.querySelector('span[aria-hidden=true]')?.textContent ?? '')
    new MutationObserver(note).observe(button, { childList: true, characterData: true, subtree: true })
    return texts
  })
  // Until then nothing has counted down.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(4_000)
  await energy.tap()
  const question = page.getByRole('dialog', { name: 'Use energy?' })
  await expect(question).toContainText('take 25% less time')
  await question.getByRole('button', { name: 'Use one' }).tap()
  await expect(question.getByRole('button', { name: 'Use one' })).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/^Energised until /)
  await expect(question).toHaveCount(0)
  await expect(energy).toHaveAccessibleName(/^Activate energy. 1 left. Energised until /)
  await expect(figures).toHaveText(/^(?:[7-9]:\d\d|10:00)1$/)
  const noted = await shown.jsonValue()
  expect(noted).toContainEqual(expect.stringMatching(/^\d+:\d\d1$/))
  const tooLong = noted.filter((text) => /^(?:10:0[2-9]|1[1-9]:)/.test(text))
  expect(tooLong, 'counts from the moment of the press').toEqual([])
  await expectAccessible(page, 'header with energy on a phone')
  for (const width of [PHONE.viewport.width, NARROWEST]) {
    await page.setViewportSize({ width, height: PHONE.viewport.height })
    const account = page.getByRole('banner').getByRole('button', { name: 'Account' })
    await expect
      .poll(() => account.evaluate((button) => button.getBoundingClientRect().right))
      .toBeLessThanOrEqual(width)
  }

  // The player's other device: the page is updated by an event.
  const player = await Player.signIn(url, steamId)
  await player.call('POST /energy/activate', {})
  await expect(energy).toHaveAccessibleName(/^Energised until /)
  await expect(figures).toHaveText(/^1[6-9]:\d\d$/)
  const torn = (await shown.jsonValue()).filter((text) => /^(?:\d+:\d\d2|1[1-9]:\d\d1)$/.test(text))
  expect(torn, 'no remaining time is shown with the previous count').toEqual([])
  await expect(energy).toBeDisabled()
})

test('energy that cannot be determined shows as none @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 500/)
  await page.route('**/api/energy/get', (route) => route.fulfill({ status: 500, body: '{}' }))
  await enter(page, url)
  await page.goto(url)
  await expect(page.getByText('Balance: ')).toBeAttached()
  await expect(page.getByRole('banner').getByRole('button', { name: /energy/i })).toHaveCount(0)
})

test('every harvest recipe has an address @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/harvest/receipts?recipe=${RECIPES.orchard}`)
  await expect(page.getByRole('tab', { name: 'Orchard' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Orchard' })).toBeVisible()
})
