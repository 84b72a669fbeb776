import { enter, expect, serveClutch, test } from '../support/journey.ts'

const ELEMENTS_MAX = 3_000

const clutch = serveClutch()

test('of 225 recipes only the rows on screen are rendered, down to the last one, and returning restores the position', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: { width: 1_440, height: 900 } })
  await enter(page, url)
  await page.goto(`${url}/craft/receipts`)
  await expect(page.getByText('225 recipes')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Copper Ingot' })).toBeVisible()
  expect(await page.locator('*').count()).toBeLessThan(ELEMENTS_MAX)

  const list = page.locator('[data-scroller]')
  const last = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .last()
  // The real height of rows drawn for the first time differs from the estimate.
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(last).toBeInViewport({ timeout: 500 })
    const isAtEnd = await list.evaluate(
      (element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 1,
    )
    expect(isAtEnd).toBe(true)
  }).toPass()
  const name = (await last.getByRole('heading').textContent()) ?? ''
  expect(await page.locator('*').count()).toBeLessThan(ELEMENTS_MAX)

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Inventory' }).click()
  await expect(page.getByRole('heading', { name: 'Inventory' })).toBeAttached()
  await page.goBack()
  await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
})

test('the group of favourites disappears with the last star @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/craft/receipts`)
  await page.getByRole('button', { name: 'Favorite: Copper Ingot' }).click()
  await page.getByRole('button', { name: 'Favorites' }).click()
  await expect(page.getByText('1 recipe', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Favorite: Copper Ingot' }).click()
  await expect(page.getByText('225 recipes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Favorites' })).toHaveCount(0)
})
