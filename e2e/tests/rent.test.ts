import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { FIRST_ITEM_ID, makePack } from '../../apps/server/tests/support/make-pack.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'
import { balance, chooseLanguage, enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'
import { expectToast } from '../support/toasts.ts'

const [ORE, HERO] = [FIRST_ITEM_ID, FIRST_ITEM_ID + 2]
const STARTER_COUNT = 12
const STARTER_COINS = 1_000
const REFUSED = { status: 409, json: { code: 'amount_too_large', message: 'Amount too large', params: {} } }
const contentFolder = makePack({
  items: 12,
  starterCoins: STARTER_COINS,
  starterCount: STARTER_COUNT,
  production: true,
  roulette: true,
})
const clutch = serveClutch({ contentFolder })

test.afterAll(() => rmSync(contentFolder, { recursive: true, force: true }))

const hall = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('heroes are rented out by keyboard, earn by the second, open a shop and return', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const [page, other] = [await visitors.open(), await visitors.open()]
  for (const each of [page, other]) {
    await enter(each, url, { steamId })
    await each.goto(`${url}/rent`)
  }
  await expect(page).toHaveTitle(/Rent/)
  const heroes = hall(page, 'Hall of Heroes')
  // A closed shop shows its goods and prices, too.
  const relics = hall(page, 'Hall of Relics')
  await relics.getByText('Shops').press('Enter')
  await expect(relics.getByText('Opens when you rent one out')).toBeVisible()
  await expect(relics.getByRole('listitem').filter({ hasText: /^Good 1/ })).toContainText('20')

  await heroes.getByRole('button', { name: 'Add items to this hall' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Good 3 You have 12/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Good 3' })
  const count = dialog.getByRole('spinbutton', { name: 'Count' })
  await expect(count).toHaveAttribute('aria-valuemin', '1')
  await expect(count).toHaveAttribute('aria-valuemax', '12')
  await count.fill('4')
  // The best two; four share a thousand coins a second.
  await expect(dialog.getByText('With 4 more: 21,600,000/day each')).toBeVisible()
  await expect(dialog.getByText('Rent per item: 43,200,000 a day now, 4,320,000 with 20 more')).toBeAttached()
  await expectAccessible(page, 'the popup that puts items into a hall')
  // While the call runs all buttons are disabled, and the running action is named.
  const gate = Promise.withResolvers<undefined>()
  await page.route('**/api/rent/put', async (route) => {
    await gate.promise
    await route.continue()
  })
  await count.press('Enter')
  await expect(page.getByText('Renting out…')).toBeVisible()
  gate.resolve(undefined)
  await expectToast(page, '4 items rented out')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Renting out…')).toBeHidden()

  const tile = heroes.getByRole('button', { name: /^Good 3 4 rented/ })
  await expect(tile).toBeVisible()
  await expect(hall(other, 'Hall of Heroes').getByRole('button', { name: /^Good 3 4 rented/ })).toBeVisible()
  await expectAccessible(page, 'the halls')

  // The amount keeps ticking between reads, here while no read is answered.
  const hand = heroes.getByRole('button', { name: /^Collect rent for Good 3/ })
  await expect(hand).toBeEnabled()
  const reads = '**/api/rent/get'
  const reading = Promise.withResolvers<undefined>()
  await page.route(reads, async (route) => {
    await reading.promise
    await route.continue()
  })
  for (let tick = 0; tick < 2; tick += 1) {
    const before = await hand.getAttribute('aria-label')
    await expect.poll(() => hand.getAttribute('aria-label')).not.toBe(before)
  }
  reading.resolve(undefined)
  await page.unroute(reads)
  await hand.press('Enter')
  await expectToast(page, /Rent collected: [\d,]+ coins/)
  await expect.poll(() => balance(page)).toBeGreaterThan(STARTER_COINS)
  const had = await balance(page)
  await page.getByRole('button', { name: /^Collect all rent: [1-9]/ }).press('Enter')
  await expect.poll(() => balance(page)).toBeGreaterThan(had)

  await heroes.getByRole('button', { name: 'Buy: Good 3' }).press('Enter')
  await dialog.getByRole('radio', { name: /^Good 1/ }).check()
  await dialog.getByRole('spinbutton', { name: 'Count' }).fill('1')
  await dialog.getByRole('button', { name: 'Buy', exact: true }).press('Enter')
  await expectToast(page, '1 item bought')

  await dialog.getByRole('button', { name: 'Take back', exact: true }).first().press('Enter')
  await dialog.getByRole('button', { name: /^Max/ }).press('Enter')
  await expect(dialog.getByText('Taking the last one back also pays its rent.')).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'Count' }).press('Enter')
  await expectToast(page, '4 items taken back')
  await expect(tile).toBeHidden()
})

test('the history shows a player’s coins from and to the platform, with the cause of each step', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const [anna, boris] = [await Player.signIn(url, steamId), await Player.signIn(url)]
  const exchanged = async (count: number) =>
    await expect
      .poll(async () => {
        const { exchanges } = await anna.call('GET /marketplace/exchanges')
        return exchanges.filter(({ state }) => state === 'settled').length
      })
      .toBe(count)
  await anna.call('POST /marketplace/exchange-to-steam-coins', { currency: 'bronze', count: 300 })
  await exchanged(1)
  await anna.call('POST /marketplace/exchange-from-steam-coins', { currency: 'bronze', count: 2 })
  await exchanged(2)
  await anna.call('POST /rent/put', { item_id: HERO, count: 1 })
  await anna.call('POST /roulette/spin', { count: 1 })
  await boris.offer(ORE, 2, 5)
  await anna.call('POST /marketplace/buy-lot', { item_type_id: ORE, price: 5, count: 2 })
  const [annaId, borisId] = [
    (await anna.call('GET /get_profile')).user.id,
    (await boris.call('GET /get_profile')).user.id,
  ]
  await anna.call('POST /social/send-friend-invite', { friend_uuid: borisId })
  await boris.call('POST /social/accept-friend-invite', { friend_uuid: annaId })
  let { trade } = await anna.call('POST /social/create-trade', { user_uuid: borisId })
  for (const [player, coins] of [
    [anna, 40],
    [boris, 0],
  ] as const) {
    const body = { id: trade.id, trade_item: { coins, items: {} }, seen_revision: trade.revision }
    trade = (await player.call('POST /social/confirm-trade', body)).trade
  }
  const coins = async () => (await anna.call('GET /get_profile')).user.coins
  const unpaid = await coins()
  await expect
    .poll(async () => {
      await anna.call('POST /rent/take-salary', { item_ids: [HERO] })
      return await coins()
    })
    .toBeGreaterThan(unpaid)
  await anna.call('POST /marketplace/exchange-to-steam-coins', { currency: 'bronze', count: 500 })

  const page = await visitors.open()
  await enter(page, url, { steamId })
  await page.goto(`${url}/inventory/history`)
  const steps = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })
  await expect(steps).toHaveText([
    /Exchanged to store coins.*Exchange.*−500/,
    /Rent collected.*Rent.*\+[\d,]+00Coins/,
    /Trade with a friend.*−40/,
    /Bought.*Trade.*−10/,
    /Roulette spin.*Spin/,
    /Rented out.*Rent.*−1\s*Good 3/,
    /Exchanged from store coins.*Exchange.*\+200/,
    /Exchanged to store coins.*Exchange.*−300/,
    /Starter pack.*\+1,000/,
  ])
  await steps.first().getByRole('link', { name: 'Exchange' }).press('Enter')
  await expect(page).toHaveURL(`${url}/marketplace/exchange`)
})

test('on a phone the halls fit, and Russian uses the game’s own terms @long', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await player.call('POST /rent/put', { item_id: HERO, count: 1 })
  const page = await visitors.open({ viewport: { width: 320, height: 700 } })
  await keepCommandsOnHttp(page, visitors)
  await enter(page, url, { steamId })
  await page.goto(`${url}/rent`)
  await chooseLanguage(page, 'Русский')
  await hall(page, 'Зал реликвий').getByRole('button', { name: 'Добавить предметы в этот зал' }).click()
  await page.getByRole('menuitem', { name: /^Good 2 ru/ }).click()
  const put = page.getByRole('button', { name: 'Сдать в аренду' })
  visitors.expectComplaint(/status of 409/)
  await page.route('**/api/rent/put', (route) => route.fulfill(REFUSED))
  await put.click()
  await expect(page.getByText(/^Не удалось добавить предметы в аренду: /)).toBeVisible()
  await page.unroute('**/api/rent/put')
  await put.click()
  await expect(page.getByText('Добавлено 1 предметов в аренду')).toBeVisible()
  await page.route('**/api/rent/get', (route) => route.fulfill(REFUSED))
  await page.reload()
  await expect(page.getByText(/^Не удалось загрузить данные аренды: /)).toBeVisible()
  await page.unroute('**/api/rent/get')
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(
    hall(page, 'Зал реликвий')
      .getByRole('button', { name: /^Good 2 ru/ })
      .first(),
  ).toBeVisible()
  await test.step('other failures are explained in words', async () => {
    const relics = hall(page, 'Зал реликвий')
    const dialog = page.getByRole('dialog', { name: 'Good 2 ru' })
    const refused = async (call: string, act: () => Promise<void>, text: RegExp) => {
      await page.route(call, (route) => route.fulfill(REFUSED))
      await act()
      await expect(page.getByText(text)).toBeVisible()
      await page.unroute(call)
    }
    await refused(
      '**/api/rent/take-salary',
      () => page.getByRole('button', { name: /^Забрать весь доход: [1-9]/ }).click(),
      /Не удалось забрать доход: \S/,
    )
    await relics.getByRole('button', { name: /^Good 2 ru В аренде: 1/ }).click()
    await refused(
      '**/api/rent/take-back',
      () => dialog.getByRole('button', { name: 'Забрать', exact: true }).last().click(),
      /Не удалось забрать предметы из аренды: \S/,
    )
    await dialog.getByRole('button', { name: 'Лавка' }).click()
    await refused(
      '**/api/rent/buy-item',
      () => dialog.getByRole('button', { name: 'Купить', exact: true }).click(),
      /Не удалось купить предмет: \S/,
    )
    await page.keyboard.press('Escape')
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(page, 'the halls on a phone')
})
