import { expectAccessible } from '../support/accessibility.ts'
import { chooseLanguage, expect, serveClutch, test } from '../support/journey.ts'

const CHANGES = 8
/** Announcements and versions. */
const ENTRIES = 4

const clutch = serveClutch()

test('a visitor reads the news in their chosen language', async ({ visitors }) => {
  const page = await visitors.open()
  await page.goto(clutch().url)
  const news = page.getByRole('region', { name: 'News' })
  const season = news.getByRole('article').filter({ hasText: 'Lantern Feast' }).first()
  await expect(season.getByRole('heading', { level: 3 })).toHaveText('Spring season: the Lantern Feast')
  await expect(season.getByRole('region', { name: 'What’s new' }).getByRole('listitem')).toHaveCount(8)
  await expect(season).toContainText(/April 15\s–\sMay 31, 2025/)
  await expect(season).toContainText('Over')
  const current = news.getByRole('article').filter({ hasText: 'The Weeks of Open Gates' })
  await expect(current).toContainText('Running now')
  await expect(news.getByRole('article').first()).toContainText('The Weeks of Open Gates')
  await expect(news.getByRole('article').filter({ hasText: 'Currency update' })).toContainText('1 gold is 1,000,000')

  const changes = news.getByRole('complementary', { name: 'What’s new' })
  await expect(changes.getByRole('listitem')).toHaveCount(CHANGES)
  await expect(changes).toContainText('The item list is updated about every 2 to 3 weeks.')
  await expect(changes.getByRole('link', { name: 'Report an issue' })).toHaveAttribute(
    'href',
    'https://community.example.org/mothlight-reach/report',
  )
  await expectAccessible(page, 'home with news')

  await chooseLanguage(page, 'Русский')
  await expect(page.getByText('Весенний сезон: Праздник фонарей')).toBeVisible()
  await expect(page.getByText(/15 апреля\s–\s31 мая 2025/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Весенний сезон: Праздник фонарей')).toBeVisible()
  expect(await page.evaluate(() => window.localStorage.getItem('app-language'))).toBe('ru')
})

test('news since the last visit is marked during this visit and not during the next @long', async ({ visitors }) => {
  const page = await visitors.open()
  const marks = page.getByTitle('New since your last visit')
  const articles = page.getByRole('region', { name: 'News' }).getByRole('article')
  await page.goto(clutch().url)
  await expect(articles).toHaveCount(ENTRIES)
  await expect(marks).toHaveCount(0)

  const seen = JSON.stringify(['announcement:currency-update'])
  await page.evaluate((seen) => window.localStorage.setItem('seen-news', seen), seen)
  const visit = await page.context().newPage()
  const marked = visit.getByTitle('New since your last visit')
  await visit.goto(clutch().url)
  await expect(marked).toHaveCount(ENTRIES - 1)
  await visit.reload()
  await expect(marked).toHaveCount(ENTRIES - 1)
  await expectAccessible(visit, 'home with marks')

  const next = await page.context().newPage()
  await next.goto(clutch().url)
  await expect(next.getByRole('region', { name: 'News' }).getByRole('article')).toHaveCount(ENTRIES)
  await expect(next.getByTitle('New since your last visit')).toHaveCount(0)
})

test('news that fails to load can be requested again @long', async ({ visitors }) => {
  const page = await visitors.open({ viewport: { width: 390, height: 844 } })
  visitors.expectComplaint(/status of 500/)
  await page.route('**/api/news*', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 3 })
  await page.goto(clutch().url)
  const news = page.getByRole('region', { name: 'News' })
  await expect(news.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'home without news')
  await news.getByRole('button', { name: 'Try again' }).click()
  await expect(news.getByRole('article')).toHaveCount(ENTRIES)
  await expectAccessible(page, 'home on a phone')
})
