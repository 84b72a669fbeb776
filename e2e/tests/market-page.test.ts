import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'
import { expectToast, toastTexts } from '../support/toasts.ts'

const [COPPER_ORE, HEARTH_COAL] = [1_001, 1_004]
const UNKNOWN_ITEM = 999_998
const HELD_BACK_MS = 2_000
/** So low that the market list is taller than the window. */
const LOW = { viewport: { width: 1_440, height: 600 } }

const clutch = serveClutch()

test('the page frame is shown before its code has loaded', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, HELD_BACK_MS))
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  await expect(page.getByText('Clutch', { exact: true })).toBeVisible({ timeout: HELD_BACK_MS })
  await expect(page.getByRole('heading', { name: 'The marketplace for your game' })).toBeVisible()
})

test('an item that cannot be traded has no trading page', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  // Its details and chart are fetched before the catalogue has arrived.
  visitors.expectComplaint(/status of 4\d\d.*get-(?:item-details|chart)/)
  await enter(page, url)
  const player = await Player.signIn(url)
  const items = await player.call('POST /get-all-items')
  const unsellable = items.find(({ CanSell }) => !CanSell)?.Itemdefid ?? 0
  expect(unsellable).toBeGreaterThan(0)
  const selected = page.getByRole('region', { name: 'Selected item' })
  for (const itemId of [unsellable, UNKNOWN_ITEM]) {
    await page.goto(`${url}/marketplace/market#/item=${itemId}`)
    await expect(selected.getByText('This item can’t be traded.')).toBeVisible()
    await expect(selected.getByRole('button', { name: 'Buy', exact: true })).toHaveCount(0)
  }
})

test('a resting lot is not reported as a sale, and trades of others update the last price at once', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const [own, other, third] = [await Player.signIn(url, steamId), await Player.signIn(url), await Player.signIn(url)]
  const page = await visitors.open()
  await enter(page, url, { steamId })
  await openItem(page, url, HEARTH_COAL)
  const selected = page.getByRole('region', { name: 'Selected item' })
  const lastPrice = selected.getByText('Last trade').locator('..')
  await expect(lastPrice).toContainText('–')
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  await page.waitForLoadState('networkidle')
  const reads: string[] = []
  page.on('request', (request) => void reads.push(new URL(request.url()).pathname))
  await other.bid(HEARTH_COAL, 2, 71)
  await expect(selected.getByRole('list', { name: 'Buy orders' })).toContainText('71')
  // The book is not part of the chart, which contains trades only.
  expect(reads.filter((path) => path.endsWith('/get-chart'))).toEqual([])
  await third.offer(HEARTH_COAL, 1, 71)
  await expect(lastPrice).toContainText('71')

  await own.offer(COPPER_ORE, 3, 90)
  await openItem(page, url, COPPER_ORE)
  await expect(selected.getByRole('button', { name: 'Cancel lot' })).toBeVisible()
  expect(await toastTexts(page)).not.toContain('Sold')
  await own.offer(COPPER_ORE, 3, 91)
  await expect(selected.getByRole('button', { name: 'Cancel lot' })).toHaveCount(2)
  expect(await toastTexts(page)).not.toContain('Sold')
  await other.bid(COPPER_ORE, 1, 90)
  await expectToast(page, 'Sold 1 × Copper Ore at 90')
})

test('a malformed address of the history shows its first page instead of a validation message @long', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/marketplace/history?last_uuid=yesterday`)
  await expect(page.getByText(/^Nothing found/)).toBeVisible()
  await expect(page.getByText(/Invalid|GUID/)).toHaveCount(0)
})

test('opening an item fetches everything once, and nothing again after connecting', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  const calls = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.set(pathname, (calls.get(pathname) ?? 0) + 1)
  })
  await page.goto(`${url}/marketplace/market#/item=1001`)
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => calls.has('/api/harvest/get-receipts')).toBe(true)
  await page.waitForLoadState('networkidle')
  expect([...calls].filter(([, times]) => times > 1)).toEqual([])
})

test('the selected item is in view after a reload and after going back', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(LOW)
  await enter(page, url)
  await page.goto(`${url}/marketplace/market`)
  const chosen = page.getByRole('option', { selected: true })
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(chosen).toBeInViewport()
  const [name = ''] = (await chosen.innerText()).split('\n')
  // The address is updated once the keys rest.
  await expect(page.getByRole('region', { name: 'Selected item' })).toContainText(name)
  await page.reload()
  await expect(chosen).toBeInViewport()
  await expect(chosen).toContainText(name)
  await page.goto(`${url}/craft/receipts`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(chosen).toBeInViewport()
})

test('text typed while an earlier search is applied stays in its field', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.addInitScript(typeBehindTimers)
  for (const [address, field] of [
    ['/inventory/page', page.getByRole('searchbox')],
    ['/marketplace/market', page.getByRole('region', { name: 'Items' }).getByRole('searchbox')],
    ['/craft/receipts', page.getByRole('searchbox')],
    ['/marketplace/flips', page.getByLabel('Min. return, %')],
  ] as const) {
    await page.goto(url + address)
    await field.focus()
    await page.keyboard.type('12')
    await expect(field, address).toHaveValue('123')
    await expect
      .poll(async () => page.url().endsWith('=123') || (await page.getByText('Nothing found').isVisible()), address)
      .toBe(true)
    await expect(field, address).toHaveValue('123')
  }
})

/** Runs in the page: at the first timer after which a field ends with `12`, types a `3` there before React renders. */
function typeBehindTimers(): void {
  const later = window.setTimeout.bind(window)
  let isTyped = false
  const typeOnce = () => {
    const field = document.activeElement
    if (isTyped || !(field instanceof HTMLInputElement) || field.value !== '12') return
    isTyped = true
    document.execCommand('insertText', false, '3')
  }
  Object.assign(window, {
    setTimeout: (work: () => void, delayMs?: number) =>
      later(() => {
        work()
        if (delayMs === 120) typeOnce()
      }, delayMs),
  })
}
