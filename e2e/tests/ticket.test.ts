import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { PHONE } from '../support/phone.ts'

const COPPER_ORE = 1_001
const WIDE = { width: 1_440, height: 900 }

const clutch = serveClutch()

test('the docked ticket is filled by pressing a price, sent with Enter, and ready for the next trade', async ({
  visitors,
}) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  for (const [price, count] of [
    [11, 5],
    [12, 7],
    [13, 9],
    [9_876_543_210, 1],
  ] as const)
    await seller.offer(COPPER_ORE, count, price)
  const page = await visitors.open({ viewport: WIDE })
  const steamId = newSteamId()
  await enter(page, url, { steamId })
  await openItem(page, url, COPPER_ORE)
  const ticket = page.getByRole('region', { name: 'Order ticket' })
  const quantity = ticket.getByLabel('Quantity')
  await expect(ticket.getByText(/Buys 1 now at 11/)).toBeVisible()
  await expectAccessible(page, 'market with the docked ticket')
  const hiddenPx = await page
    .getByTitle('Buy: 1 offered at 9,876,543,210')
    .evaluate((row) => row.scrollWidth - row.clientWidth)
  expect(hiddenPx, 'a long price leaves room for its quantity').toBe(0)

  await page.getByTitle(/^Buy: 7 offered at 12/).click()
  await expect(quantity).toHaveValue('12')
  await expect(quantity).toBeFocused()
  await expect(ticket.getByLabel('Price each')).toHaveValue('12')
  await expect(ticket.getByText(/Buys 12 now at 11–12/)).toBeVisible()
  await expect(ticket.getByRole('button', { name: 'Buy now' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bought 12 × Copper Ore for')).toBeVisible()
  await expect(quantity).toHaveValue('1')
  await expect(ticket.getByLabel('Price each')).toHaveValue('13')

  await ticket.locator('form').press('Escape')
  await page.getByRole('heading', { level: 2, name: 'Copper Ore' }).click()
  await page.keyboard.press('s')
  await expect(ticket.getByRole('button', { name: 'Sell', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const owned = 120 + 12
  for (const [share, count] of [
    ['25%', owned / 4],
    ['50%', owned / 2],
    ['100%', owned],
  ] as const) {
    await ticket.getByRole('button', { name: share, exact: true }).click()
    await expect(quantity).toHaveValue(String(count))
  }
})

test('without room for the ticket B opens the popup, and on a phone it is a sheet @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await openItem(page, url, COPPER_ORE)
  await page.keyboard.press('b')
  await expect(page.getByRole('dialog', { name: /Copper Ore/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const phone = await visitors.open(PHONE)
  await enter(phone, url)
  await openItem(phone, url, COPPER_ORE)
  await phone.getByRole('button', { name: 'Buy', exact: true }).tap()
  const sheet = await phone.getByRole('dialog').boundingBox()
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeGreaterThanOrEqual(PHONE.viewport.height - 1)
})

test('Ctrl K finds items, recipes, pages and actions by their names in any language', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(url)
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const find = async (words: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(words)
    await expect(palette.getByRole('option', { name: option }).first()).toBeVisible()
  }
  await find('медная руда', 'Copper Ore')
  await expectAccessible(page, 'palette')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Copper Ore' })).toBeVisible()

  for (const [words, name, address] of [
    ['portfolio', 'Portfolio', '/marketplace/portfolio'],
    ['перепродажа', 'Flips', '/marketplace/flips'],
    ['câmbio', 'Exchange', '/marketplace/exchange'],
    ['işlem geçmişi', 'Trading history', '/marketplace/history'],
  ] as const) {
    await find(words, name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${url}${address}`)
  }

  await find('収穫', 'Harvesting')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/harvest\/receipts/)

  await find('copper ingot', 'Copper Ingot')
  await palette.getByRole('group', { name: 'Recipes' }).getByRole('option', { name: 'Copper Ingot' }).click()
  await expect(page.getByRole('dialog', { name: 'Copper Ingot' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await find('медные холмы', 'Copper Hills')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: /Copper Hills/, selected: true })).toBeVisible()

  // Enter pressed before the list has caught up opens what the typed words match.
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').evaluate(async (field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'медная руда')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await Promise.resolve()
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('heading', { level: 2, name: 'Copper Ore' })).toBeVisible()

  await find('日本語', /日本語/)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
})

test('Enter pressed while the palette still loads the names in other languages opens the match once they arrive', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(url)
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  const held = Promise.withResolvers<undefined>()
  await page.route(/\/assets\/shell-/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await palette.getByRole('combobox').fill('işlem geçmişi')
  await expect(palette.getByText('Loading')).toBeVisible()
  await page.keyboard.press('Enter')
  held.resolve(undefined)
  await expect(page).toHaveURL(`${url}/marketplace/history`)
  await expect(palette).toHaveCount(0)
})

test('on a phone the palette opens from the account menu @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(PHONE)
  await enter(page, url)
  await page.goto(url)
  await page.getByRole('button', { name: 'Account' }).tap()
  await page.getByRole('menuitem', { name: 'Find anything' }).tap()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(palette.getByRole('combobox')).toBeFocused()
  await palette.getByRole('combobox').fill('roulette')
  await palette.getByRole('option', { name: 'Roulette', exact: true }).tap()
  await expect(page).toHaveURL(/\/roulette/)
  await expect(palette).toHaveCount(0)
})

test('keys that an input method uses for composition neither choose nor clear anything', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: WIDE })
  await enter(page, url)
  await page.goto(`${url}/marketplace/market`)
  // The last one is Safari's: the composition has ended, but the key press still belongs to it.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    const search = page.getByRole('searchbox').first()
    await search.fill('copper')
    await search.dispatchEvent('keydown', { key: 'Escape', ...composing })
    await search.dispatchEvent('keydown', { key: 'ArrowDown', ...composing })
    await expect(search).toHaveValue('copper')
    await expect(search).toBeFocused()
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog').getByRole('combobox')
    await palette.fill('copper ore')
    await expect(page.getByRole('option', { name: /Copper Ore/ }).first()).toBeVisible()
    await palette.dispatchEvent('keydown', { key: 'Enter', ...composing })
    await expect(palette).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
