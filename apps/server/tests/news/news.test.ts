import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@clutch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../support/answers.ts'
import { makePack } from '../support/make-pack.ts'
import { createTestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

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
      changes: [{ en: 'New wicks' }],
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

  it('is listed newest first, to everyone', async () => {
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
      changes: ['New wicks'],
      link: { url: 'https://chat.example/', label: 'Chat' },
    })
  })

  it.each([
    ['ja', '春', 'Old'],
    ['ru', 'Весна', 'Старое'],
    ['tr', 'Spring', 'Old'],
    ['xx', 'Spring', 'Old'],
    ['', 'Spring', 'Old'],
  ])('is in the language %j, with English and then Russian as fallbacks', async (lang, first, second) => {
    const { announcements } = await answerOf(NEWS, await fetchNews(`?lang=${lang}`))
    expect(announcements.map(({ title }) => title)).toEqual([first, second])
  })

  it('is revalidated each time, so that new entries show, and is not sent again unchanged', async () => {
    const response = await fetchNews('?lang=en')
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
    const tag = response.headers.get('etag') ?? ''
    expect((await fetchNews('?lang=en', { 'if-none-match': tag })).status).toBe(304)
    expect((await fetchNews('?lang=ja', { 'if-none-match': tag })).status).toBe(200)
  })

  it('may be dated from the first start of a world, and keeps those dates across restarts', async () => {
    const dated = makePack({ items: 3, starterCoins: 1, starterCount: 1 })
    mkdirSync(join(dated, 'news'))
    const soon = {
      id: 'soon',
      published_on: { days_from_start: -2 },
      starts_on: { days_from_start: 0 },
      ends_on: { days_from_start: 30 },
      title: { en: 'Soon' },
      body: { en: 'Text' },
    }
    const old = { id: 'old', published_on: '2025-01-02', title: { en: 'Old' }, body: { en: 'Text' } }
    writeFileSync(join(dated, 'news/announcements.json'), JSON.stringify({ announcements: [old, soon] }))
    const store = await createTestStore('postgres')
    const start = () => startTestServer({ environment: { CONTENT_DIR: dated }, store })
    const first = await start()
    const begun = new Date(Date.UTC(2026, 1, 27, 13)).toISOString()
    await sql`update kysely_migration set "timestamp" = ${begun}`.execute(first.server.context.store.db)
    await first.close()
    const second = await start()
    const { announcements } = await answerOf(NEWS, await fetch(`${second.url}/api/news?lang=en`))
    expect(announcements).toMatchObject([
      { id: 'soon', published_on: '2026-02-25', starts_on: '2026-02-27', ends_on: '2026-03-29' },
      { id: 'old', published_on: '2025-01-02' },
    ])
    await second.close()
    await store.remove()
    rmSync(dated, { recursive: true, force: true })
  })

  it('may be empty in a game without news', async () => {
    const other = await startTestServer()
    for (const lang of LANGUAGES) {
      const news = await answerOf(NEWS, await fetch(`${other.url}/api/news?lang=${lang}`))
      expect(news).toMatchObject({ announcements: [], changelog: [], report_issue_url: null })
    }
    await other.close()
  })
})
