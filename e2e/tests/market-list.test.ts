import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const [COPPER_ORE, HEARTH_COAL, PINE_LOG] = [1_001, 1_004, 1_301]
const WIDE = { width: 1_440, height: 900 }
const ROW_WIDTH_MAX = 1_160
const VOID_MAX = 200

const clutch = serveClutch()

test('a category narrows the market, is kept in the address, and goes together with a search', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: WIDE })
  await enter(page, url)
  await page.goto(`${url}/marketplace/market`)
  const categories = page.getByRole('navigation', { name: 'Categories' })
  const list = page.getByRole('listbox', { name: 'Items' })
  const ores = categories.getByRole('button', { name: 'Ores' })
  const count = Number(/[0-9]+/.exec(await ores.innerText())?.[0])
  await ores.click()
  await expect(ores).toHaveAttribute('aria-pressed', 'true')
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', String(count))
  await page.reload()
  await expect(ores).toHaveAttribute('aria-pressed', 'true')
  await categories.getByRole('button', { name: 'Ingots' }).click()
  await expect(ores).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('region', { name: 'Items' }).getByRole('searchbox').fill('copper')
  await expect(list.getByRole('option', { name: 'Copper Ingot' })).toBeVisible()
  await expect(list.getByRole('option', { name: 'Copper Ore' })).toHaveCount(0)
  await categories.getByRole('button', { name: 'All items' }).click()
  await expect(list.getByRole('option', { name: 'Copper Ore' })).toBeVisible()
  await expectAccessible(page, 'market with categories')
})

test('a row has spread and owned value, no void before its figures, and two lines on a phone', async ({ visitors }) => {
  const { url } = clutch()
  const other = await Player.signIn(url)
  await other.offer(HEARTH_COAL, 3, 80)
  await other.bid(HEARTH_COAL, 3, 60)
  await other.bid(COPPER_ORE, 3, 10)
  const page = await visitors.open({ viewport: { width: 2_560, height: 900 } })
  await enter(page, url, { steamId: newSteamId() })
  await page.goto(`${url}/marketplace/market`)
  const row = page.getByRole('option', { name: 'Hearth Coal' })
  await expect(row).toContainText('25%')
  const owned = page.getByRole('option', { name: 'Copper Ore' })
  await expect(owned.getByTitle('Your items at the best buy order: 1,200')).toHaveText('1.2k')
  expect((await row.boundingBox())?.width).toBeLessThanOrEqual(ROW_WIDTH_MAX)
  // Change, volume and week, in the order of the elements.
  const week = await row.getByTitle('not traded').nth(2).boundingBox()
  const nameEnd = await row.getByTitle('Hearth Coal').evaluate((element) => element.getBoundingClientRect().right)
  expect((week?.x ?? 0) - nameEnd, 'from the name to the week').toBeLessThanOrEqual(VOID_MAX)

  const phone = await visitors.open(PHONE)
  await enter(phone, url)
  await phone.goto(`${url}/marketplace/market`)
  const short = phone.getByRole('option', { name: 'Hearth Coal' })
  const [buyNow, sellNow] = [short.getByTitle('Buy now: 80'), short.getByTitle('Sell now: 60')]
  await expect(buyNow).toBeVisible()
  expect((await short.boundingBox())?.height).toBe(60)
  const [first, second] = [await buyNow.boundingBox(), await sellNow.boundingBox()]
  expect(second?.y ?? 0).toBeGreaterThan((first?.y ?? 0) + 10)
})

test('the heat map shows what traded by category, and a cell opens its item', async ({ visitors }) => {
  const { url } = clutch()
  const [seller, buyer] = [await Player.signIn(url), await Player.signIn(url)]
  await seller.offer(PINE_LOG, 9, 30)
  await buyer.bid(PINE_LOG, 9, 30)
  await seller.offer(COPPER_ORE, 2, 30)
  await buyer.bid(COPPER_ORE, 2, 30)
  const page = await visitors.open({ viewport: WIDE })
  await enter(page, url)
  await page.goto(`${url}/marketplace/market?sort=volume`)
  // The figures of a day are at most ten seconds old.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('option', { name: 'Pine Log' }).getByTitle('Traded in 24 hours: 9')).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  await page.getByRole('button', { name: 'Heat map' }).click()
  await expect(page).toHaveURL(/view=map/)
  const cell = page
    .getByRole('region', { name: 'Timber' })
    .getByRole('link', { name: /^Pine Log: –, 270 coins traded/ })
  const smaller = page.getByRole('region', { name: 'Ores' }).getByRole('link', { name: /^Copper Ore/ })
  const [large, small] = [await cell.boundingBox(), await smaller.boundingBox()]
  expect((large?.width ?? 0) * (large?.height ?? 0)).toBeGreaterThan(2 * (small?.width ?? 0) * (small?.height ?? 0))
  await expectAccessible(page, 'heat map')
  await cell.click()
  await expect(page.getByRole('heading', { level: 2, name: 'Pine Log' })).toBeVisible()
  await expect(page).toHaveURL(/view=map.*item=1301/)
})
