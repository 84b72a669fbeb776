import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { expectPartsLoaded } from '../support/loaded-parts.ts'
import { PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'
import { makeQuickPack } from '../support/quick-pack.ts'
import { makePageSlow } from '../support/slow-pages.ts'
import { toastTexts } from '../support/toasts.ts'

const [BARLEY, WATER, SALT, COAL, ENERGY] = [1_601, 1_701, 1_803, 1_004, 2_901]
const [FLOUR_RECIPE, LOAF_RECIPE] = ['Mill Flour', 'Hearth Loaf']
const JOB_SEC = 6

const contentFolder = makeQuickPack({
  jobSec: JOB_SEC,
  starterItems: { [BARLEY]: 40, [WATER]: 20, [SALT]: 20, [COAL]: 60, [ENERGY]: 1 },
})
const clutch = serveClutch({ contentFolder })
test.afterAll(() => rmSync(contentFolder, { recursive: true, force: true }))

/** Creates a player who has sold all barley to another player, who offers it again at a higher price. */
async function createBuyer(url: string): Promise<string> {
  const steamId = newSteamId()
  const buyer = await Player.signIn(url, steamId)
  const seller = await Player.signIn(url)
  await buyer.offer(BARLEY, 40, 1)
  await seller.call('POST /marketplace/buy-lot', { item_type_id: BARLEY, price: 1, count: 40 })
  await seller.offer(BARLEY, 3, 45)
  await seller.offer(BARLEY, 60, 50)
  for (const itemId of [WATER, SALT, COAL]) await seller.offer(itemId, 5, itemId)
  return steamId
}

function card(page: Page, name: string) {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/**
 * Runs in the page: the costs on the first level of a cost tree with the total last, where the figures end, and which
 * rows have pictures.
 */
function readTree(tree: Element) {
  const isFigure = (element: Element) => element.childElementCount === 0 && /^[\d,]+$/.test(element.textContent)
  const spans = [...tree.querySelectorAll('span')].filter(isFigure)
  return {
    figures: spans
      .filter((span) => span.closest('li')?.parentElement?.closest('li') === null || span.closest('li') === null)
      .map((span) => Number(span.textContent.replaceAll(',', ''))),
    edges: spans.map((span) => Math.round(span.getBoundingClientRect().right)),
    rows: tree.querySelectorAll('li').length,
    pictures: tree.querySelectorAll('li svg, li img').length,
  }
}

test('a chain is crafted by hand from raw materials bought on the market', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = await createBuyer(url)
  const page = await visitors.open({ reducedMotion: 'reduce' })
  await enter(page, url, { steamId })
  await page.goto(`${url}/craft/receipts`)
  await page.getByRole('searchbox', { name: 'Search recipes' }).fill('flour')
  const flour = card(page, FLOUR_RECIPE)
  await expect(flour.getByText('0/2', { exact: true })).toBeVisible()
  const toasts = () => toastTexts(page)

  await flour.getByRole('button', { name: 'Buy missing' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('at 45')).toBeVisible()
  await expect(dialog.getByText('×2')).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'Number of runs' }).fill('3')
  await expect(dialog.getByText('×6')).toBeVisible()
  await dialog.getByRole('spinbutton', { name: 'Number of runs' }).fill('1')
  await expectAccessible(page, 'purchase of what is missing')
  await dialog.getByRole('button', { name: 'Buy all' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(flour.getByText('2/2', { exact: true })).toBeVisible()
  await flour.getByRole('button', { name: 'Craft', exact: true }).click()
  await expect(page.getByText('Recipe Mill Flour successfully sent')).toBeVisible()
  await expect(flour.getByText('0/2', { exact: true }), 'the ingredients are removed at once').toBeVisible()

  await page.getByRole('link', { name: 'Queue', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: FLOUR_RECIPE })
  await expect(row).toContainText('In progress')
  const ground = await row
    .locator('td')
    .last()
    .evaluate((cell) => getComputedStyle(cell).backgroundImage)
  expect(ground, "the product's whole row is highlighted").not.toBe('none')
  await expectAccessible(page, 'craft queue')
  await expect.poll(toasts).toContain('Mill Flour ×1 is finished, the queue is empty')
  await expect(page.getByText('Your queue is empty')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications: \d unread/ }).click()
  await page.getByRole('link', { name: 'Craft queue finished: Mill Flour ×1' }).click()
  await expect(page).toHaveURL(`${url}/craft/history`)

  await page.goto(`${url}/craft/receipts?q=loaf`)
  const loaf = card(page, LOAF_RECIPE)
  await expect(loaf.getByText('1/1', { exact: true })).toBeVisible()
  await loaf.getByRole('button', { name: 'Craft', exact: true }).click()
  await expect(page.getByText('Hearth Loaf ×1 is finished, the queue is empty')).toBeVisible()
  await page.goto(`${url}/craft/history`)
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: LOAF_RECIPE }).first()).toBeVisible()
  await expect(page.getByText(FLOUR_RECIPE).first()).toBeVisible()
  await expectAccessible(page, 'craft history')
  await page.goto(`${url}/inventory/history`)
  await expect(page.getByText('Timed craft finished').first()).toBeVisible()
  await page.getByRole('link', { name: 'Recipe' }).first().click()
  await expect(page.getByRole('dialog', { name: LOAF_RECIPE })).toBeVisible()
  await expectAccessible(page, 'recipe popup')

  await test.step('the tree shows pictures, links, aligned figures and their sum', async () => {
    const tree = page.getByRole('dialog', { name: LOAF_RECIPE }).locator('div[data-live]')
    await expect(tree.getByRole('link', { name: 'Sheaf of Barley' })).toHaveAttribute('href', /#\/item=1601$/)
    // Figures appear once prices have loaded.
    await expect.poll(async () => (await tree.evaluate(readTree)).figures.length).toBeGreaterThan(2)
    const { figures, edges, rows, pictures } = await tree.evaluate(readTree)
    expect(figures.slice(0, -1).reduce((sum, coins) => sum + coins, 0)).toBe(figures.at(-1))
    expect(new Set(edges).size, 'figures are right-aligned').toBe(1)
    expect(pictures).toBe(rows)
  })

  await test.step('a shopping list goes through the whole tree, first barley and then the flour made of it', async () => {
    await page.getByRole('button', { name: 'Full shopping list' }).click()
    const list = page.getByRole('dialog', { name: 'Full shopping list' })
    await expect(list.getByRole('list', { name: 'To buy' }).getByRole('listitem')).toHaveText(/Barley.*×2/)
    await expect(list.getByRole('region', { name: 'Then make, in this order' })).toContainText(/Flour, runs: 1$/)
    await list.getByRole('spinbutton', { name: 'Number of runs' }).fill('3')
    await expect(list.getByRole('region', { name: 'Then make, in this order' })).toContainText(/Flour, runs: 3$/)
    await expectAccessible(page, 'shopping list')
    await list.getByRole('button', { name: 'Buy all' }).click()
    await expect(list).toHaveCount(0)
    await page.goto(`${url}/craft/receipts?q=flour`)
    await expect(flour.getByText('6/2', { exact: true })).toBeVisible()
  })
})

test(
  'recipes are crafted on a phone by keyboard, and jobs that have not begun are cancelled',
  { tag: '@long' },
  async ({ visitors }) => {
    const { url } = clutch()
    const page = await visitors.open({ ...PHONE, reducedMotion: 'reduce' })
    await enter(page, url, { steamId: newSteamId() })
    await page.goto(`${url}/craft/receipts?q=flour`)
    const flour = card(page, FLOUR_RECIPE)
    const count = flour.getByRole('spinbutton')
    await count.fill('999')
    await expect(count, 'a count above the maximum becomes the maximum').toHaveValue('20')
    await count.fill('2')
    for (let start = 0; start < 3; start += 1) {
      await flour.getByRole('button', { name: 'Craft', exact: true }).press('Enter')
      await expect(page.getByText('Recipe Mill Flour successfully sent x2').nth(start)).toBeVisible()
    }
    await page.goto(`${url}/craft/queue`)
    const beyondPx = await page
      .getByRole('progressbar')
      .first()
      .evaluate((bar) => bar.getBoundingClientRect().right - (bar.closest('tr')?.getBoundingClientRect().right ?? 0))
    expect(beyondPx, 'the bar ends within its card').toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Cancel Mill Flour' }).last().press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(page.getByText('Mill Flour cancelled')).toBeVisible()
    await expect(page.getByText('is finished, the queue is empty')).toBeVisible({ timeout: 40_000 })
    await page.goto(`${url}/craft/receipts?q=flour`)
    await expect(card(page, FLOUR_RECIPE).getByText('32/2', { exact: true })).toBeVisible()
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overhang).toBeLessThanOrEqual(0)
  },
)

test('favourites, hidden recipes and the order persist between visits @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ reducedMotion: 'reduce' })
  await enter(page, url, { steamId: newSteamId() })
  await page.goto(`${url}/craft/receipts`)
  await expect(page.getByText('225 recipes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Favorites' })).toHaveCount(0)
  // Only the cards on screen are rendered.
  const search = page.getByRole('searchbox', { name: 'Search recipes' })
  await search.fill('flour')
  await page.getByRole('button', { name: 'Favorite: Mill Flour' }).click()
  await search.fill('')
  await expect(page.getByText('225 recipes')).toBeVisible()
  await page.getByRole('switch', { name: 'Hide unavailable' }).check()
  await expect(card(page, 'Crown of the Unclaimed Hill')).toHaveCount(0)
  await page.getByRole('button', { name: 'Favorites' }).click()
  await expect(page.getByText('1 recipe', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 recipe', { exact: true })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Hide unavailable' })).toBeChecked()
  await card(page, FLOUR_RECIPE).getByRole('button', { name: 'Show details: Mill Flour' }).click()
  await expect(page.getByRole('dialog').getByText('Cheapest way to get the ingredients').last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const [device, options] of Object.entries({ desktop: {}, phone: PHONE })) {
  const tag = device === 'phone' ? ['@long'] : []
  test(
    `a farm runs on a ${device}: every slot needs its item, and starts are sent one at a time`,
    { tag },
    async ({ visitors }) => {
      const { url } = clutch()
      const page = await visitors.open({ ...options, reducedMotion: 'reduce' })
      await enter(page, url, { steamId: newSteamId() })
      await page.goto(`${url}/factory/receipts`)
      const salt = card(page, 'Salt Works')
      await salt.getByRole('button', { name: 'Start', exact: true }).click()
      await expect(salt.getByText('Please select an item for each input slot')).toBeVisible()
      await expectAccessible(page, 'farms')
      await salt.getByRole('radio', { name: /^Hearth Coal/ }).check({ force: true })
      const count = salt.getByRole('spinbutton')
      const toasts = () => toastTexts(page)
      for (const units of ['1', '1', '2']) {
        await count.fill(units)
        await salt.getByRole('button', { name: 'Start', exact: true }).press('Enter')
      }
      await expect
        .poll(async () => (await toasts()).match(/Salt Works successfully sent(?: x\d+)?/g))
        .toEqual(['', '', ' x2'].map((units) => `Salt Works successfully sent${units}`))
      await expect(count, 'a start keeps the count').toHaveValue('2')
      // Toasts stay as long as the pointer is over them.
      await page.mouse.move(0, 0)
      await page.getByRole('link', { name: 'Queue', exact: true }).click()
      // How many of the three are still queued when the page has loaded depends on the machine.
      await expect(page.getByRole('row').filter({ hasText: 'Salt Works' }).last()).toContainText('Salt Works2')
      await expect(page.getByText('Salt Works ×2 is finished, the queue is empty')).toBeVisible({ timeout: 40_000 })
      await expectAccessible(page, 'factory queue')
      await page.goto(`${url}/inventory/history`)
      await expect(page.getByText('Farm started')).toHaveCount(3)
      await expect(page.getByText('Farm finished')).toHaveCount(3)
    },
  )
}

test('on a slow device the farms keep their layout although the header counts down constantly', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await player.call('POST /energy/activate', {})
  const { response: recipes } = await player.call('POST /factory/get-receipts', {})
  const page = await visitors.open({ isIdle: true })
  visitors.expectComplaint(/ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to fetch/)
  await enter(page, url, { steamId })
  // An item's page has fetched the recipes, so all of them can be drawn at once.
  await openItem(page, url, BARLEY)
  await expect(page.getByRole('banner').getByRole('button', { name: /Energised until/ })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Selected item' }).getByRole('link', { name: FLOUR_RECIPE }),
  ).toBeVisible()
  await expectPartsLoaded(page)
  await makePageSlow(page)
  // Offline, so that no arriving data redraws the page early.
  await page.context().setOffline(true)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Craft' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Queue', exact: true })).toBeVisible()
  await menu.getByRole('link', { name: 'Farm' }).click()
  const cards = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(cards).toHaveCount(recipes.length, { timeout: 60_000 })
  await page.context().setOffline(false)
})
