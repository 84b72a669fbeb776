import type { Page } from '@playwright/test'
import { lines, openChat, panel, showOnly } from '../support/chat.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'
import { holdConnection } from '../support/held-connection.ts'
import { expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'

/** Whoever moderates waits for nothing. */
const MODERATOR = newSteamId()
/** Reading is told 0.6 s after the last message: what was not told by then is not. */
const TOLD_WITHIN_MS = 1_500
const HISTORY = '**/api/chat/history'
const READ = '**/api/chat/read'

const clutch = serveClutch({ settings: { ADMIN_STEAM_IDS: MODERATOR } })

/** Makes the page one that nobody looks at, or one that somebody does. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test('what counts as read is what somebody has had in sight, and only that', async ({ visitors }) => {
  const { url } = clutch()
  const writer = await Player.signIn(url, MODERATOR)
  const tell = async (text: string) => (await writer.call('POST /chat/send', { channel_id: '3', text })).message.id
  const steamId = newSteamId()
  const reader = await Player.signIn(url, steamId)
  const first = await tell('the first word of all')
  await reader.call('POST /chat/read', { channel_id: '3', id: first })
  const page = await visitors.open()
  visitors.expectComplaint(/ERR_FAILED/)
  await keepCommandsOnHttp(page, visitors)
  const told: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chat/read')) told.push((request.postDataJSON() as { id: number }).id)
  })
  const line = (text: string) => lines(page).filter({ hasText: text })
  await openChat(page, url, steamId)
  await showOnly(page, /Tinkers/)
  await expect(line('the first word of all')).toBeVisible()

  await test.step('nothing is told that is known, and nothing while nobody looks', async () => {
    await setHidden(page, true)
    await tell('said while nobody looked')
    await expect(line('said while nobody looked')).toHaveCount(1)
    await page.waitForTimeout(TOLD_WITHIN_MS)
    expect(told).toEqual([])
    await setHidden(page, false)
    await expect.poll(() => told.length).toBe(1)
  })

  await test.step('nor what is said below, until one goes there', async () => {
    for (let index = 0; index < 20; index += 1) await tell(`verse ${index} of a song`)
    await expect(line('verse 19 of')).toBeInViewport()
    const last = await tell('the end of the song')
    await expect.poll(() => told.at(-1)).toBe(last)
    await panel(page)
      .getByRole('log')
      .evaluate((box) => (box.scrollTop = 0))
    const toNewest = panel(page).getByRole('button', { name: 'To the newest' })
    await expect(toNewest).toBeVisible()
    const below = await tell('said far below')
    await expect(line('said far below')).toHaveCount(1)
    await page.waitForTimeout(TOLD_WITHIN_MS)
    expect(told.at(-1)).toBe(last)
    await toNewest.click()
    await expect.poll(() => told.at(-1)).toBe(below)
  })

  await test.step('what could not be told is told when somebody looks again', async () => {
    let failures = 0
    await page.route(READ, (route) => {
      failures += 1
      return route.abort()
    })
    const lost = await tell('read without a connection')
    // It is tried twice more by itself.
    await expect.poll(() => failures).toBe(3)
    await page.unroute(READ)
    await setHidden(page, false)
    await expect
      .poll(async () => (await reader.call('GET /chat/channels')).response.find(({ ID }) => ID === '3')?.last_read_id)
      .toBe(lost)
  })

  await test.step('who closes the chat at once has read what was in sight', async () => {
    const closed = panel(page).evaluate(
      (chat, text) =>
        new Promise<void>((resolve) => {
          const closeAtSight = () => {
            if (!chat.textContent.includes(text)) return
            chat.querySelector<HTMLElement>('[aria-label="Close"]')?.click()
            resolve()
          }
          new MutationObserver(closeAtSight).observe(chat, { subtree: true, childList: true })
        }),
      'the last word of all',
    )
    const seen = await tell('the last word of all')
    await closed
    await expect(panel(page)).toHaveCount(0)
    await expect.poll(() => told.at(-1)).toBe(seen)
  })
})

test('what was said while there was no connection is read once it is back, or it is told that it cannot be', async ({
  visitors,
}) => {
  const { url } = clutch()
  const writer = await Player.signIn(url, MODERATOR)
  const tell = (text: string) => writer.call('POST /chat/send', { channel_id: '1', text })
  await tell('all is well')
  const page = await visitors.open()
  visitors.expectComplaint(/ERR_FAILED|WebSocket/)
  const connection = await holdConnection(page)
  await openChat(page, url)
  await showOnly(page, /Lamp Square/)
  const log = panel(page).getByRole('log')
  const line = (text: string) => lines(page).filter({ hasText: text })
  await expect(line('all is well')).toBeVisible()

  await connection.cut()
  const status = page.getByRole('banner').getByRole('status')
  await expect(status).not.toContainText('Connected')
  await tell('the bridge is out')
  await page.route(HISTORY, (route) => route.abort())
  connection.mend()
  const again = log.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible({ timeout: 60_000 })
  await expect(line('all is well')).toBeVisible()
  await page.unroute(HISTORY)
  await again.click()
  await expect(line('the bridge is out')).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('a count that was overtaken by a message counts it, and what one says oneself is not new', async ({
  visitors,
}) => {
  const { url } = clutch()
  const writer = await Player.signIn(url, MODERATOR)
  const tell = async (text: string) => (await writer.call('POST /chat/send', { channel_id: '4', text })).message.id
  const steamId = newSteamId()
  const reader = await Player.signIn(url, steamId)
  await reader.call('POST /chat/read', { channel_id: '4', id: await tell('known to all') })
  const page = await visitors.open()
  const connection = await holdConnection(page)
  await openChat(page, url, steamId)
  await showOnly(page, /Ask a Lampguard/)
  await panel(page).getByRole('button', { name: 'Close' }).click()
  const opener = page.getByRole('banner').getByRole('button', { name: /^Open the chat/ })
  await reader.call('POST /chat/send', { channel_id: '4', text: 'said from another device' })
  const read = await tell('read on another device')
  await expect(opener).toHaveAccessibleName(/: 1 unread/)
  await reader.call('POST /chat/read', { channel_id: '4', id: read })
  await expect(opener).toHaveAccessibleName('Open the chat')
  const mark = connection.heard('chatMarkMoved')
  if (mark === undefined) throw new Error('Nothing was told of the mark')
  await tell('newer than what was counted')
  await expect(opener).toHaveAccessibleName(/: 1 unread/)
  // The same count, as if it had been on its way so long: behind it comes what shows that it has arrived.
  connection.repeat(mark)
  await tell('and one more')
  await expect(opener).toHaveAccessibleName(/: 2 unread/)
})
