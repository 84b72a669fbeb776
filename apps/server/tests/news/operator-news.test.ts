import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NEWS_LIMITS, perLanguage, type CallBody, type NewsEntry } from '@clutch/contract'
import * as limits from '@clutch/content/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../support/answers.ts'
import { LiveClient } from '../support/live-client.ts'
import { makePack } from '../support/make-pack.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const HOUR_SEC = 3_600
/** A time in the future, in Unix seconds. */
const AHEAD_SEC = 4_000_000_000
/** Long enough to be seen on a busy machine, where a request may take a second. */
const SHOWN_SEC = 5

type Saved = CallBody<'POST /admin/save-news'>

const announcement = (title: string, more: Partial<Saved> = {}): Saved => ({
  entry_id: randomUUID(),
  seen_version: 0,
  visible_from: null,
  visible_until: null,
  content: {
    kind: 'announcement',
    replaces: null,
    starts_on: null,
    ends_on: null,
    title: { en: title },
    body: { en: 'Text' },
    features: [],
    changes: [],
    link: null,
  },
  ...more,
})
const nowSec = () => Math.floor(Date.now() / 1_000)

describe.each(STORE_KINDS)("an operator's news on %s", (kind) => {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  let folder: string
  const start = async () =>
    startTestServer({
      store,
      environment: {
        PLATFORM_SIM_PORT: new URL(platform.url).port,
        ADMIN_STEAM_IDS: ADMIN,
        CONTENT_DIR: folder,
      },
    })
  beforeAll(async () => {
    folder = makePack({ items: 3, starterCoins: 1, starterCount: 1 })
    mkdirSync(join(folder, 'news'))
    const changelog = [{ version: '1.0', published_on: '2025-01-01', changes: [{ en: 'Of the pack' }] }]
    writeFileSync(join(folder, 'news/changelog.json'), JSON.stringify({ changelog }))
    const packed = {
      id: 'packed',
      published_on: '2025-01-02',
      title: { en: 'Packed', ru: 'Пак' },
      body: { en: 'Text' },
    }
    writeFileSync(join(folder, 'news/announcements.json'), JSON.stringify({ announcements: [packed] }))
    platform = await startSimulatedPlatform()
    store = await createTestStore(kind)
    server = await start()
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })
  const admin = () => Player.signIn(server, ADMIN)
  const readNews = async (lang = 'en') => answerOf('GET /news', await fetch(`${server.url}/api/news?lang=${lang}`))
  const titles = async (lang?: string) => (await readNews(lang)).announcements.map(({ title }) => title)
  const withdraw = async (operator: Player, { entry_id, version }: NewsEntry, is_withdrawn = true) =>
    operator.call('POST /admin/withdraw-news', { entry_id, seen_version: version, is_withdrawn, reason: 'a mistake' })

  it("appears at once above the pack's, is announced to open pages, falls back to English and Russian, and survives a restart", async () => {
    const operator = await admin()
    const live = await LiveClient.open(await Player.signIn(server))
    const greeting = await live.waitFor(({ type }) => type === 'newsChanged')
    const saved = announcement('Fair')
    if (saved.content.kind === 'announcement') saved.content.title = { ru: 'Ярмарка', ja: '市' }
    const { entry } = await operator.call('POST /admin/save-news', saved)
    expect(entry).toMatchObject({ version: 1, state: 'shown', edited_by: 'Warden Oriole' })
    const { version } = await readNews()
    await live.waitFor(({ payload }) => payload.case === 'newsChanged' && payload.value.version === version)
    expect(greeting.payload.value).not.toEqual({ version })
    expect([await titles('ja'), await titles('ru'), await titles('tr')]).toEqual([
      ['市', 'Packed'],
      ['Ярмарка', 'Пак'],
      ['Ярмарка', 'Packed'],
    ])
    live.socket.close()
    await server.close()
    server = await start()
    expect(await titles('ja')).toEqual(['市', 'Packed'])
    const { entry: gone } = await withdraw(await admin(), entry)
    expect(gone.state).toBe('withdrawn')
    expect(await titles()).toEqual(['Packed'])
    await withdraw(await admin(), gone, false)
    expect(await titles('ru')).toEqual(['Ярмарка', 'Пак'])
    await withdraw(await admin(), { ...gone, version: 3 })
  })

  it('is shown from its start to its end, on open pages too, without a restart', async () => {
    const operator = await admin()
    const live = await LiveClient.open(await Player.signIn(server))
    const from = nowSec() + 2
    const { entry } = await operator.call(
      'POST /admin/save-news',
      announcement('Soon', { visible_from: from, visible_until: from + SHOWN_SEC }),
    )
    expect(entry.state).toBe('scheduled')
    const changes = () => live.events.filter(({ type }) => type === 'newsChanged').length
    const before = changes()
    await expect.poll(() => titles()).toEqual(['Soon', 'Packed'])
    await expect.poll(changes).toBeGreaterThan(before)
    await expect.poll(() => titles()).toEqual(['Packed'])
    const { response } = await operator.call('POST /admin/news', {})
    expect(response.find(({ entry_id }) => entry_id === entry.entry_id)?.state).toBe('ended')
    live.socket.close()
  })

  it('replaces an entry of the pack in its place until it is withdrawn', async () => {
    const operator = await admin()
    const { pack } = await operator.call('POST /admin/news', {})
    expect(pack).toMatchObject([
      { is_replaced: false, content: { replaces: 'packed', title: { en: 'Packed', ru: 'Пак' } } },
      { is_replaced: false, content: { version: '1.0' } },
    ])
    const better = announcement('Corrected')
    if (better.content.kind === 'announcement') better.content.replaces = 'packed'
    const { entry } = await operator.call('POST /admin/save-news', better)
    await operator.refused('news_taken', 'POST /admin/save-news', { ...better, entry_id: randomUUID() })
    const { entry: log } = await operator.call(
      'POST /admin/save-news',
      announcement('', { content: { kind: 'changelog', version: '1.0', changes: [{ en: 'Mine' }] } }),
    )
    expect(await readNews()).toMatchObject({
      announcements: [{ id: 'packed', title: 'Corrected', published_on: '2025-01-02' }],
      changelog: [{ version: '1.0', changes: ['Mine'], published_on: '2025-01-01' }],
    })
    expect((await operator.call('POST /admin/news', {})).pack.every(({ is_replaced }) => is_replaced)).toBe(true)
    await withdraw(operator, entry)
    await withdraw(operator, log)
    expect(await readNews()).toMatchObject({ announcements: [{ title: 'Packed' }], changelog: [{ version: '1.0' }] })
  })

  it('cannot be edited from an outdated version, and a repeated call writes nothing twice', async () => {
    const operator = await admin()
    const first = { ...announcement('First'), idempotency_key: 'first' }
    const { entry } = await operator.call('POST /admin/save-news', first)
    expect(await operator.call('POST /admin/save-news', first)).toEqual({ entry })
    const edits = ['Mine', 'Yours', 'Theirs'].map((title) => ({
      ...announcement(title),
      entry_id: first.entry_id,
      seen_version: 1,
    }))
    const answers = await Promise.all(edits.map((edit) => operator.send('POST /admin/save-news', edit)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    await operator.refused('news_changed', 'POST /admin/withdraw-news', {
      entry_id: first.entry_id,
      seen_version: 1,
      is_withdrawn: true,
      reason: 'x',
    })
    const { response } = await operator.call('POST /admin/audit', { target: first.entry_id })
    expect(response.map(({ outcome }) => outcome).toSorted()).toEqual(
      ['done', 'done', 'news_changed', 'news_changed', 'news_changed', 'repeated'].toSorted(),
    )
    const edited = response.find(({ outcome, before }) => outcome === 'done' && before !== null)
    expect(edited).toMatchObject({ before: { version: 1, title: { en: 'First' } }, after: { version: 2 } })
    expect(edited?.after).not.toHaveProperty('body')
    await withdraw(operator, { ...entry, version: 2 })
  })

  it('may be as long as one of a pack, in six languages', async () => {
    const operator = await admin()
    const whole = (length: number) => perLanguage(() => '字'.repeat(length))
    const long = announcement('Long')
    if (long.content.kind === 'announcement') long.content.body = whole(NEWS_LIMITS.bodyLength)
    const { entry } = await operator.call('POST /admin/save-news', long)
    expect((await readNews('tr')).announcements[0]?.body).toHaveLength(NEWS_LIMITS.bodyLength)
    await withdraw(operator, entry)
  })

  it.each([
    ['in the past', () => ({ visible_until: nowSec() - HOUR_SEC })],
    ['at its start', () => ({ visible_from: AHEAD_SEC, visible_until: AHEAD_SEC })],
  ])('is rejected when its end is %s', async (_, times) => {
    const operator = await admin()
    const { params } = await operator.refused('invalid_input', 'POST /admin/save-news', announcement('Past', times()))
    expect(params).toEqual({ detail: 'visible_until' })
  })
})

it('the limits of an operator’s news are those of a content pack', () => {
  expect(NEWS_LIMITS).toMatchObject({
    idLength: limits.MAX_PACK_ID_LENGTH,
    versionLength: limits.MAX_VERSION_LENGTH,
    titleLength: limits.MAX_NAME_LENGTH,
    bodyLength: limits.MAX_NEWS_BODY_LENGTH,
    urlLength: limits.MAX_URL_LENGTH,
    lineLength: limits.MAX_DESCRIPTION_LENGTH,
    lines: limits.MAX_NEWS_LINES,
  })
})
