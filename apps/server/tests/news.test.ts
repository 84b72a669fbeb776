import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@clutch/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from './support/answers.ts'
import { makePack } from './support/make-pack.ts'
import { startTestServer, type TestServer } from './support/test-server.ts'

const NEWS = 'GET /news'

function writeNews(folder: string): void {
  mkdirSync(join(folder, 'news'))
  const announcements = [
    { id: 'old', published_on: '2025-01-02', title: { en: 'Old', ru: 'Старое' }, body: { en: 'Text' } },
    {
      id: 'spring',
      published_on: '2025-04-15',
      starts_on: '2025-04-15',
      ends_on: '2025-05-31',
      title: { en: 'Spring', ru: 'Весна', ja: '春' },
      body: { ru: 'Только по-русски' },
      features: [{ en: 'Lanterns' }],
      link: { url: 'https://chat.example/', label: { en: 'Chat' } },
    },
  ]
  const changelog = [
    { version: '1', published_on: '2025-01-01', changes: [{ en: 'First' }] },
    { version: '2', published_on: '2025-02-01', changes: [{ en: 'Second' }] },
  ]
  writeFileSync(join(folder, 'news/announcements.json'), JSON.stringify({ announcements }))
  writeFileSync(join(folder, 'news/changelog.json'), JSON.stringify({ changelog }))
}

describe('the news', () => {
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    folder = makePack({ items: 3, starterCoins: 1, starterCount: 1 })
    writeNews(folder)
    server = await startTestServer({ environment: { CONTENT_DIR: folder } })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const fetchNews = (search = '', headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/news${search}`, { headers })

  it('come newest first, to anybody', async () => {
    const news = await answerOf(NEWS, await fetchNews())
    expect(news.announcements.map(({ id }) => id)).toEqual(['spring', 'old'])
    expect(news.changelog.map(({ version }) => version)).toEqual(['2', '1'])
    expect(news.announcements[0]).toEqual({
      id: 'spring',
      published_on: '2025-04-15',
      starts_on: '2025-04-15',
      ends_on: '2025-05-31',
      title: 'Spring',
      body: 'Только по-русски',
      features: ['Lanterns'],
      link: { url: 'https://chat.example/', label: 'Chat' },
    })
  })

  it.each([
    ['ja', '春', 'Old'],
    ['ru', 'Весна', 'Старое'],
    ['tr', 'Spring', 'Old'],
    ['xx', 'Spring', 'Old'],
    ['', 'Spring', 'Old'],
  ])('come in the language %j, what it lacks in English, then Russian', async (lang, first, second) => {
    const { announcements } = await answerOf(NEWS, await fetchNews(`?lang=${lang}`))
    expect(announcements.map(({ title }) => title)).toEqual([first, second])
  })

  it('may be kept for a while, and are not sent again unchanged', async () => {
    const response = await fetchNews('?lang=en')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    const tag = response.headers.get('etag') ?? ''
    expect((await fetchNews('?lang=en', { 'if-none-match': tag })).status).toBe(304)
    expect((await fetchNews('?lang=ja', { 'if-none-match': tag })).status).toBe(200)
  })

  it('may be few: a game without news has none', async () => {
    const other = await startTestServer()
    for (const lang of LANGUAGES) {
      const news = await answerOf(NEWS, await fetch(`${other.url}/api/news?lang=${lang}`))
      expect(news).toEqual({ announcements: [], changelog: [], report_issue_url: null })
    }
    await other.close()
  })
})
