import { LANGUAGES } from '@clutch/contract/constants'
import type { Page } from '@playwright/test'
import { APP_PAGES } from '../support/app-pages.ts'
import { expectNoDocumentScroll } from '../support/document-scroll.ts'
import { languageSwitch } from '../support/language-switch.ts'
import { chooseLanguage, enter, expect, openItem, serveClutch, signIn, signOut, test } from '../support/journey.ts'
import { expectNothingCut } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const TIN_ORE = 1_002
const NARROWEST = { width: 320, height: 640 }

const clutch = serveClutch()

/** Follows an in-app link without reloading the app: each page has its own title. */
async function goWithin(page: Page, path: string): Promise<void> {
  if (new URL(path, page.url()).href === page.url()) return
  const before = await page.title()
  await page.evaluate((address) => window.history.pushState(null, '', address), path)
  await expect(page).not.toHaveTitle(before)
}

test('signing in removes the token from the address, and signing out ends the session', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 401.*jwt_refresh/)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await signIn(page, url, { name: 'Madame Quill' })
  await expect(page.getByRole('heading', { name: 'Madame Quill' })).toBeVisible()
  expect(addresses.some((address) => address.includes('/auth/steam/success?token='))).toBe(true)
  expect(page.url()).toBe(`${url}/`)
  await page.goBack()
  expect(page.url()).not.toContain('token')
  await page.goto(url)

  await test.step('the session survives a reload', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Madame Quill' })).toBeVisible()
  })

  await test.step('while signed out, personal pages ask to sign in', async () => {
    await signOut(page)
    expect(await page.evaluate(() => window.localStorage.getItem('access_token'))).toBeNull()
    await page.goto(`${url}/marketplace/my-listings`)
    await expect(page.getByText('Sign in to see your listings and trades.')).toBeVisible()
    await page.goto(`${url}/inventory/page`)
    await expect(page.getByText('Sign in to see what you own.')).toBeVisible()
    expect((await page.context().cookies(url)).filter(({ name }) => /refresh/.test(name))).toEqual([])
  })
})

test('the address identifies the selected item, and opening it selects that item', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await openItem(page, url, TIN_ORE)
  await expect(page.getByRole('heading', { name: 'Tin Ore' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Tin Ore' })).toHaveAttribute('aria-selected', 'true')

  await page.evaluate(() => {
    window.location.hash = '/item=1001'
  })
  await expect(page.getByRole('heading', { name: 'Copper Ore' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Tin Ore' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search items' }).fill('silver ore')
  // A press while the list is still being filtered could miss, because the row moves.
  const found = page.getByRole('option', { name: /^Silver Ore/ })
  await expect(found).toHaveAttribute('aria-setsize', '2')
  await found.click()
  await expect(page.getByRole('heading', { name: 'Silver Ore' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Tin Ore' })).toBeVisible()
})

test('every view has its own address and title', { tag: '@long' }, async ({ visitors }) => {
  // It opens every page.
  test.slow()
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/status of 404.*no\/such\/page/)
  await enter(page, url)
  const titles = new Set<string>()
  for (const path of APP_PAGES) {
    await page.goto('about:blank')
    await page.goto(`${url}${path}`)
    await expect(page.getByRole('heading').first()).toBeAttached()
    await expect(page).toHaveTitle(/ · Clutch$/)
    titles.add(await page.title())
  }
  expect([...titles]).toHaveLength(APP_PAGES.length)
  await expect(page.getByRole('heading', { name: 'Nothing on this shelf' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the main page' }).click()
  await expect(page).toHaveURL(`${url}/`)
})

test('nothing overflows, is cut off or scrolls away on the narrowest phone in any language', async ({ visitors }) => {
  // It opens every page six times.
  test.slow()
  const { url } = clutch()
  const page = await visitors.open({ viewport: NARROWEST })
  const speak = languageSwitch(page)
  await page.goto(url)
  for (const language of LANGUAGES) {
    await speak(language)
    await expectNothingCut(page)
  }
  await page.goto(`${url}/marketplace/market`)
  await expect(page.getByRole('option').first()).toBeInViewport({ ratio: 1 })
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await player.offer(COPPER_ORE, 20, 999_999_999)
  await player.bid(COPPER_ORE, 3, 1_234)
  await (await Player.signIn(url)).offer(COPPER_ORE, 10, 2_000)
  await player.call('POST /marketplace/buy-lot', { item_type_id: COPPER_ORE, price: 2_000, count: 5 })
  await enter(page, url, { steamId })
  await page.goto(`${url}${APP_PAGES[0]}`)
  for (const path of APP_PAGES) {
    await goWithin(page, path)
    await expect(page.getByRole('heading').first()).toBeAttached()
    for (const language of LANGUAGES) {
      await speak(language)
      await expectNothingCut(page)
    }
    await expectNoDocumentScroll(page)
  }
})

test('the chosen language persists and applies to items @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await openItem(page, url, COPPER_ORE)
  for (const [language, name, item, buy] of [
    ['ru', 'Русский', 'Медная руда', 'Купить'],
    ['ja', '日本語', '銅鉱石', '購入'],
  ] as const) {
    await chooseLanguage(page, name)
    await expect(page.getByRole('heading', { name: item })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.reload()
    await expect(page.getByRole('heading', { name: item })).toBeVisible()
    await expect(page.getByRole('button', { name: buy, exact: true })).toBeVisible()
    expect(await page.evaluate(() => window.localStorage.getItem('app-language'))).toBe(language)
  }
})
