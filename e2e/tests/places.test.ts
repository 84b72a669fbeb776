import type { Page } from '@playwright/test'
import { enter, expect, serveClutch, test } from '../support/journey.ts'

/** So low that every list is longer than the window. */
const LOW = { viewport: { width: 1_440, height: 600 } }

const clutch = serveClutch()

const market = (page: Page) => page.getByRole('listbox').getByRole('option')

test('the chosen item is in sight after a reload and on the way back', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(LOW)
  await enter(page, url)
  await page.goto(`${url}/marketplace/market`)
  const chosen = page.getByRole('option', { selected: true })
  await market(page).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(chosen).toBeInViewport()
  const name = await chosen.innerText()
  await page.reload()
  await expect(chosen).toBeInViewport()
  expect((await chosen.innerText()).split('\n')[0]).toBe(name.split('\n')[0])
  await page.goto(`${url}/craft/receipts`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(chosen).toBeInViewport()
})

test('crafts are where one left them on the way back', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open(LOW)
  await enter(page, url)
  await page.goto(`${url}/craft/receipts`)
  const cards = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(cards.first()).toBeVisible()
  const inSight = () =>
    cards.evaluateAll((all) => {
      const shown = all.filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      })
      return shown.map((card) => card.textContent)
    })
  const [firstOfAll] = await inSight()
  await cards.first().hover()
  await page.mouse.wheel(0, 3_000)
  await expect.poll(async () => (await inSight()).includes(firstOfAll ?? '')).toBe(false)
  const left = await inSight()
  await page.getByRole('link', { name: 'Market', exact: true }).first().click()
  await expect(market(page).first()).toBeVisible()
  await page.goBack()
  await expect.poll(async () => (await inSight()).some((card) => left.includes(card))).toBe(true)
})
