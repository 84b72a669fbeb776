import { LANGUAGES } from '@clutch/contract/constants'
import type { Page } from '@playwright/test'
import { enter, expect, openItem, select, serveClutch, test } from '../support/journey.ts'
import { languageSwitch } from '../support/language-switch.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const HEARTH_COAL = 1_004
const NARROWEST = { width: 320, height: 640 }
const TABLET = { width: 820, height: 1_180 }
/** With the chat docked next to it. */
const DESKTOP = { width: 1_440, height: 900 }
const WIDEST = { width: 2_560, height: 1_300 }
/** Breakpoints of the header, and a pixel beyond each. */
const HEADER_WIDTHS = [641, 820, 901]

const clutch = serveClutch({ isShared: false })

const menu = (page: Page) => page.getByRole('navigation').first()

test('from the search field the arrow key and Enter move into the results', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/marketplace/market`)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search items' })).toBeFocused()
  await page.keyboard.type('tin ore')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('heading', { level: 2, name: 'Tin Ore' })).toBeVisible()
  await expect(page.getByRole('listbox', { name: 'Items' })).toBeFocused()

  await page.goto(`${url}/inventory/page`)
  await page.getByRole('searchbox').fill('hearth coal')
  await expect(page.getByRole('button', { name: /show details$/ })).toHaveCount(1)
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('button', { name: /^Hearth Coal/ })).toBeFocused()
})

test('a search finds names in languages other than the current one @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/marketplace/market?q=${encodeURIComponent('銅鉱石')}`)
  await expect(page.getByRole('option', { name: /^Copper Ore/ })).toBeVisible()
})

test('the focus returns to a lot that is kept, and moves to the next one after a cancellation', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  for (const price of [901, 902, 903, 904]) await player.offer(COPPER_ORE, 1, price)
  await enter(page, url, { steamId })
  const cancelAsked = () => page.getByRole('dialog').getByRole('button', { name: 'Cancel lot' }).click()

  await test.step('in the listings', async () => {
    await page.goto(`${url}/marketplace/my-listings`)
    const rows = page.getByRole('table', { name: 'Sell lots' }).locator('tbody tr')
    const second = rows.nth(1).getByRole('button', { name: 'Cancel lot' })
    await expect(rows).toHaveCount(4)
    await second.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(second).toBeFocused()
    await second.click()
    await cancelAsked()
    await expect(rows).toHaveCount(3)
    await expect(second).toBeFocused()
  })

  await test.step('next to the item', async () => {
    await openItem(page, url, COPPER_ORE)
    const lots = page.getByRole('region', { name: 'Your open lots' }).getByRole('listitem')
    const second = lots.nth(1).getByRole('button', { name: 'Cancel lot' })
    await expect(lots).toHaveCount(3)
    await second.click()
    await cancelAsked()
    await expect(lots).toHaveCount(2)
    await expect(second).toBeFocused()
  })

  await test.step('on the heading of the listings when no lot is left', async () => {
    await page.goto(`${url}/marketplace/my-listings`)
    await page.getByRole('checkbox', { name: 'Select all' }).first().check()
    await page.getByRole('button', { name: 'Cancel selected (2)' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 lots' }).click()
    const head = page.getByRole('heading', { name: /^Sell lots/ }).getByRole('button')
    await expect(head).toHaveText('Sell lots0')
    await expect(head).toBeFocused()
  })
})

test('on a tablet list and item follow one another, and names are not truncated @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: TABLET })
  await enter(page, url)
  await page.goto(`${url}/marketplace/market`)
  const row = page.getByRole('option', { name: /^Copper Ore/ })
  await row.click()
  await expect(page.getByRole('heading', { level: 2, name: 'Copper Ore' })).toBeVisible()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'All items' }).click()
  await expect(row).toBeVisible()

  const speak = languageSwitch(page)
  for (const size of [TABLET, NARROWEST]) {
    await page.setViewportSize(size)
    for (const language of LANGUAGES) {
      await speak(language)
      await expect.poll(() => page.getByRole('option').evaluateAll(findCutNames), language).toEqual([])
    }
  }
})

/** Runs in the page: finds truncated names in rows. */
function findCutNames(rows: Element[]): string[] {
  const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
    scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
  return rows.flatMap((row) => {
    const name = row.querySelector('[title]')
    const boxes = [name, name?.parentElement].filter((box) => box instanceof HTMLElement && box.clientWidth > 0)
    return boxes.some((box) => box instanceof Element && isCut(box)) ? [name?.textContent ?? ''] : []
  })
}

test('the menu highlights the current section, in rail and bar @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  const lit = () =>
    menu(page)
      .locator('[aria-current="page"], [data-inside="section"]')
      .evaluateAll((places) => places.map((place) => place.getAttribute('href')))
  for (const [path, place] of [
    ['/craft/queue', '/craft/receipts'],
    ['/inventory/history', '/inventory/page'],
    ['/marketplace/history', '/marketplace/history'],
  ] as const) {
    await page.goto(url + path)
    await expect.poll(lit).toEqual([place])
  }
  await page.setViewportSize(NARROWEST)
  const market = menu(page).getByRole('link', { name: 'Market' })
  await expect(market).toHaveAttribute('data-inside', 'bar-section')
  const [inside, outside] = await Promise.all(
    [market, menu(page).getByRole('link', { name: 'Craft' })].map((place) =>
      place.evaluate((element) => getComputedStyle(element).backgroundColor),
    ),
  )
  expect(inside).not.toBe(outside)
})

test('on a phone the account menu contains rent and roulette', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: NARROWEST })
  await enter(page, url)
  await page.goto(url)
  const account = page.getByRole('button', { name: 'Account' })
  await expect(account).not.toHaveAttribute('data-inside')
  for (const [name, path] of [
    ['Rent', '/rent'],
    ['Roulette', '/roulette/wheel'],
  ] as const) {
    await account.click()
    await page.getByRole('menuitem', { name }).click()
    await page.waitForURL(url + path)
    await expect(account).toHaveAttribute('data-inside')
  }
})

test('on a tablet and next to the chat, lots stay a table with every column visible, in the language with the longest words', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await player.offer(HEARTH_COAL, 3, 987_654_321_012)
  const page = await visitors.open({ viewport: TABLET })
  await page.addInitScript(() => window.localStorage.setItem('app-language', 'ru'))
  await enter(page, url, { steamId })
  await page.goto(`${url}/marketplace/my-listings`)
  const row = page.getByRole('row').nth(1)
  await expect(row.getByRole('button', { name: 'Снять лот' })).toBeVisible()
  await expect(row).toHaveCSS('display', 'table-row')
  expect(await row.evaluate(hiddenWidth)).toBe(0)

  await page.setViewportSize(DESKTOP)
  await page.getByRole('banner').getByRole('button', { name: 'Открыть чат' }).click()
  await expect(page.getByRole('region', { name: 'Чат' })).toBeVisible()
  await expect.poll(() => row.evaluate(hiddenWidth)).toBe(0)
  await expect(row).toHaveCSS('display', 'table-row')
})

/** Runs in the page: the width of a row that is only visible by scrolling sideways, in pixels. */
function hiddenWidth(row: Element): number {
  let hidden = 0
  for (let box = row.parentElement; box !== null; box = box.parentElement) {
    hidden = Math.max(hidden, box.scrollWidth - box.clientWidth)
  }
  return hidden
}

test('bar and header truncate no word in any language, from the narrowest phone to a small window, and pages share one width', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: NARROWEST })
  await enter(page, url)
  for (const language of LANGUAGES) {
    await page.goto(url)
    await page.evaluate((choice) => window.localStorage.setItem('app-language', choice), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(menu(page).getByRole('listitem').filter({ visible: true })).toHaveCount(6)
    const places = menu(page).getByRole('link').filter({ visible: true })
    await expect.poll(() => places.evaluateAll(findWordsBeyond), language).toEqual([])
    for (const width of HEADER_WIDTHS) {
      await page.setViewportSize({ ...NARROWEST, width })
      await expect.poll(() => page.getByRole('banner').evaluate(findCutWords), `${language}, ${width}`).toEqual([])
    }
    await page.setViewportSize(NARROWEST)
  }
  await page.setViewportSize(WIDEST)
  for (const path of ['/', '/craft/receipts', '/marketplace/my-listings']) {
    await page.goto(url + path)
    await expect
      .poll(() => page.getByRole('main').evaluate(widthOfPage), `one width for all pages: ${path}`)
      .toBe(1_480)
  }
})

/** Runs in the page: the width of the widest allowed page content. */
function widthOfPage(main: Element): number | undefined {
  const max = getComputedStyle(document.documentElement).getPropertyValue('--page-width')
  return [...main.querySelectorAll('div')].find((element) => getComputedStyle(element).maxWidth === max)?.clientWidth
}

/** Runs in the page: finds words that overflow their element. */
function findWordsBeyond(places: Element[]): string[] {
  return places.flatMap((place) => {
    const box = place.getBoundingClientRect()
    return [...place.querySelectorAll('span')].flatMap((word) => {
      const { left, right, width } = word.getBoundingClientRect()
      return width > 0 && (left < box.left - 0.5 || right > box.right + 0.5) ? [word.textContent] : []
    })
  })
}

/** Runs in the page: finds header texts that do not fit their element, and elements that do not fit the header. */
function findCutWords(header: Element): string[] {
  const isShown = (element: Element) => element.getBoundingClientRect().width > 1
  const places = [...header.children].filter(isShown).map((element) => element.getBoundingClientRect())
  const words = [...header.querySelectorAll('span')].filter(isShown)
  return [
    ...places.flatMap(({ left, right }, at) => {
      const { right: before } = places[at - 1] ?? { right: 0 }
      return left < before - 1 || right > window.innerWidth + 1 ? [`place ${at}`] : []
    }),
    ...words.flatMap((word) =>
      word.scrollWidth > word.clientWidth + 1 && word.clientWidth > 1 ? [word.textContent] : [],
    ),
  ]
}

test('pages have individual titles, signed out too, and an unknown address keeps the menu', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 404.*no\/such\/page/)
  const titles: string[] = []
  for (const path of ['/marketplace/market', '/marketplace/history', '/craft/queue', '/inventory/history']) {
    await page.goto(url + path)
    await expect(page).toHaveTitle(/ · Clutch$/)
    titles.push(await page.title())
  }
  expect(new Set(titles).size).toBe(titles.length)
  await page.goto(`${url}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'Nothing on this shelf' })).toBeVisible()
  await menu(page).getByRole('link', { name: 'Craft' }).click()
  await expect(page).toHaveURL(/\/craft\/receipts/)
})

test('all price alerts are shown in one list, link to their items and can be cancelled @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  for (const item_id of [COPPER_ORE, HEARTH_COAL])
    await player.call('POST /alerts/create', { item_id, side: 'sell', direction: 'below', price: 3 })
  await enter(page, url, { steamId })
  await page.goto(url)
  await page.getByRole('button', { name: 'Notifications', exact: true }).first().click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('button', { name: 'My alerts' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await panel.getByRole('listitem').filter({ hasText: 'Hearth Coal' }).getByRole('button').click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await panel.getByRole('link', { name: 'Copper Ore' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Copper Ore' })).toBeVisible()
})

test('an inventory tile is named by its visible text, and tiles appear in the chosen order @long', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/inventory/page`)
  const tiles = page.getByRole('button', { name: /show details$/ })
  await expect(tiles.first()).toHaveAccessibleName(/^Hearth Coal/)
  for (const tile of await tiles.all()) {
    const name = (await tile.getAttribute('aria-label')) ?? ''
    for (const word of (await tile.innerText()).split(/\s+/)) expect(name).toContain(word)
  }
  await select(page.getByRole('combobox', { name: 'Sort by' }), 'Name')
  await expect(tiles.first()).toHaveAccessibleName(/^Beeswax/)
  await tiles.first().click()
  const sell = page.getByRole('dialog').getByRole('button', { name: 'Sell' })
  await expect(sell).toBeInViewport()
})

test('while the server is down a banner says so and prices are marked as old', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/Failed to load resource|WebSocket|ERR_/)
  await enter(page, url)
  await openItem(page, url, COPPER_ORE)
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  const opacity = () =>
    page
      .locator('[data-live]')
      .first()
      .evaluate((element) => getComputedStyle(element).opacity)
  await page.getByText('Connected', { exact: true }).evaluate(recordTexts)
  await clutch().crashServer()
  await expect(page.getByText(/Prices and quantities may be out of date/)).toBeVisible()
  expect(await opacity()).toBe('0.5')
  await clutch().startServer(new URL(url).port)
  await expect(page.getByText(/Prices and quantities may be out of date/)).toHaveCount(0, { timeout: 40_000 })
  expect(await opacity()).toBe('1')
  const said = await page.evaluate(() => (window as unknown as { said: Said[] }).said)
  const error = said.findIndex(({ text }) => text.startsWith('Error: '))
  const stoodMs = (said[error + 1]?.atMs ?? 0) - (said[error]?.atMs ?? 0)
  expect(stoodMs, 'an error stays long enough to be read').toBeGreaterThan(1_000)
})

interface Said {
  readonly text: string
  readonly atMs: number
}

/** Runs in the page: records an element's texts from now on, with their times. */
function recordTexts(element: Element): void {
  const said: Said[] = []
  Object.assign(window, { said })
  const note = () => said.push({ text: element.textContent, atMs: performance.now() })
  new MutationObserver(note).observe(element, { characterData: true, childList: true, subtree: true })
}
