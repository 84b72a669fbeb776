import type { Page } from '@playwright/test'
import { lines, openChat, panel, say, showOnly } from '../support/chat.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'
import { holdConnection } from '../support/held-connection.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'

/** Moderators are exempt from slow mode. */
const [MODERATOR, OTHER_MODERATOR] = [newSteamId(), newSteamId()]

const DAY_MS = 86_400_000
/** The client reports reading 0.6 s after the last message; after this long no report will follow. */
const TOLD_WITHIN_MS = 1_500
const HISTORY = '**/api/chat/history'
const READ = '**/api/chat/read'

const clutch = serveClutch({ settings: { ADMIN_STEAM_IDS: `${MODERATOR},${OTHER_MODERATOR}` } })

test('new messages since the last visit are marked, counted and cleared on every device, and older pages do not shift', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const writer = await Player.signIn(url, MODERATOR)
  let last = 0
  const sayAll = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      last = (await writer.call('POST /chat/send', { channel_id: '3', text: `tale ${index} of the yard` })).message.id
    }
  }
  await Player.signIn(url, steamId)
  await sayAll(0, 54)
  const page = await visitors.open()
  await openChat(page, url, steamId)
  // At first it opens on a channel with messages, not on an empty one.
  const channels = page.getByRole('button', { name: /^Channels/ })
  await expect(channels).toHaveText(/Tinkers/)
  await channels.click()
  await page.getByRole('checkbox', { name: /Lamp Square/ }).check()
  await expect(channels).toHaveText(/2 channels/)
  await page.getByRole('checkbox', { name: /Lamp Square/ }).uncheck()
  await page.keyboard.press('Escape')
  await expect(channels).toHaveText(/Tinkers/)
  await expect(lines(page).last()).toContainText('tale 53')

  await test.step('while scrolling up, the visible messages stay in place', async () => {
    const log = panel(page).getByRole('log')
    const seen = lines(page).filter({ hasText: 'tale 20 of' })
    await seen.scrollIntoViewIfNeeded()
    const before = (await seen.boundingBox())?.y ?? 0
    await log.evaluate((box) => (box.scrollTop -= 1))
    await expect(lines(page).filter({ hasText: 'tale 2 of' })).toHaveCount(1)
    expect(Math.abs(((await seen.boundingBox())?.y ?? 0) - before)).toBeLessThan(4)
    await panel(page).getByRole('button', { name: 'Jump to newest' }).click()
    await expect(lines(page).last()).toBeInViewport()
  })

  await page.getByRole('button', { name: 'Close' }).click()
  await sayAll(54, 58)
  const opener = page.getByRole('banner').getByRole('button', { name: /^Open the chat/ })
  await expect(opener).toHaveAccessibleName(/: 4 unread/)
  await writer.call('POST /chat/delete', { id: last })
  await expect(opener).toHaveAccessibleName(/: 3 unread/)
  const elsewhere = await visitors.open()
  await enter(elsewhere, url, { steamId })
  await elsewhere.goto(`${url}/inventory/page`)
  await expect(elsewhere.getByRole('banner').getByRole('button', { name: /^Open the chat: 3 unread/ })).toBeVisible()
  await opener.click()
  await expect(panel(page).getByText('New while you were away')).toBeVisible()
  await expect(elsewhere.getByRole('banner').getByRole('button', { name: 'Open the chat', exact: true })).toBeVisible()
  // It stays visible while the channel is open, although nothing is unread any more.
  await expect(panel(page).getByText('New while you were away')).toBeVisible()

  await test.step('older messages that fail to load can be requested again, and then the error disappears', async () => {
    visitors.expectComplaint(/ERR_FAILED/)
    const log = panel(page).getByRole('log')
    const again = log.getByRole('button', { name: 'Try again' })
    await page.route('**/api/chat/history', (route) => route.abort())
    await log.evaluate((box) => (box.scrollTop = 0))
    await expect(again).toBeVisible()
    await page.unroute('**/api/chat/history')
    await again.click()
    await expect(lines(page).filter({ hasText: 'tale 2 of' })).toHaveCount(1)
    await expect(again).toHaveCount(0)
  })
})

test('a reader who scrolls up even a little stays there while messages are sent or read, and follows new ones again at the end', async ({
  visitors,
}) => {
  const { url } = clutch()
  const writer = await Player.signIn(url, OTHER_MODERATOR)
  const write = (text: string) => writer.call('POST /chat/send', { channel_id: '3', text })
  for (let index = 0; index < 53; index += 1) await write(`verse ${index} of it`)
  const page = await visitors.open()
  // Seen from tomorrow the messages appear under their day, whose heading moves when older messages of that day load.
  await page.clock.setFixedTime(Date.now() + DAY_MS)
  await openChat(page, url)
  await showOnly(page, /Tinkers/)
  const log = panel(page).getByRole('log')
  const line = (text: string) => lines(page).filter({ hasText: text })
  const toNewest = panel(page).getByRole('button', { name: 'Jump to newest' })
  await expect(line('verse 52 of')).toBeInViewport()

  const deafen = () =>
    log.evaluate(() => {
      const silence = (event: Event) => event.stopImmediatePropagation()
      window.addEventListener('scroll', silence, { capture: true })
      Reflect.set(window, 'hearScrolling', () => window.removeEventListener('scroll', silence, { capture: true }))
    })
  const hear = () =>
    log.evaluate((box) => {
      Reflect.get(window, 'hearScrolling')()
      box.dispatchEvent(new Event('scroll'))
    })

  await test.step('a message that arrives before the browser has reported scrolling does not move the reader', async () => {
    await deafen()
    const scrolled = await log.evaluate((box) => (box.scrollTop -= 30))
    await write('a word between')
    await expect(line('a word between')).toHaveCount(1)
    expect(await log.evaluate((box) => box.scrollTop)).toBe(scrolled)
    await hear()
    await expect(toNewest).toBeVisible()
    await write('another word')
    await expect(line('another word')).toHaveCount(1)
    expect(await log.evaluate((box) => box.scrollTop)).toBe(scrolled)
  })

  await test.step('near the end the list follows new messages again', async () => {
    await log.evaluate((box) => (box.scrollTop = box.scrollHeight - box.clientHeight - 40))
    await expect(toNewest).toHaveCount(0)
    await write('the last word')
    await expect(line('the last word')).toBeInViewport({ ratio: 1 })
    await log.evaluate((box) => (box.scrollTop -= 20))
    await expect(toNewest).toBeVisible()
    await toNewest.click()
  })

  await test.step('a list that shrinks does not count as scrolling up', async () => {
    const other = await Player.signIn(url, MODERATOR)
    const text = Array.from({ length: 8 }, (_, row) => `row ${row}`).join('\n')
    const { message } = await other.call('POST /chat/send', { channel_id: '3', text })
    await expect(line('row 7')).toBeInViewport()
    await deafen()
    await other.call('POST /chat/delete', { id: message.id })
    await expect(line('Message deleted')).toHaveCount(1)
    await other.call('POST /chat/send', { channel_id: '3', text: 'said below it' })
    await expect(line('said below it')).toBeInViewport({ ratio: 1 })
    await hear()
    await expect(toNewest).toHaveCount(0)
  })

  await test.step('visible messages stay in place when older and newer ones arrive at once', async () => {
    let isAsked = false
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/chat/history', async (route) => {
      isAsked = true
      await answered
      await route.continue()
    })
    await log.evaluate((box) => (box.scrollTop = 0))
    await expect.poll(() => isAsked).toBe(true)
    const first = line('verse 6 of')
    const place = async () => (await first.boundingBox())?.y ?? 0
    const before = await place()
    for (const verse of ['one more', 'two more', 'three more']) await write(verse)
    await expect(line('three more')).toHaveCount(1)
    answer()
    await expect(line('verse 1 of')).toHaveCount(1)
    expect(Math.abs((await place()) - before)).toBeLessThan(1)
  })
})

test('other channels open at their end regardless of the earlier position, and so do messages the player sends', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const [reader, writer] = [await Player.signIn(url, steamId), await Player.signIn(url)]
  const write = (text: string, channel_id = '3') => writer.call('POST /chat/send', { channel_id, text })
  for (const verse of ['Lanterns\n', 'Copper\n', 'Mist\n']) await write(verse.repeat(30))
  const page = await visitors.open()
  await openChat(page, url, steamId)
  const toNewest = panel(page).getByRole('button', { name: 'Jump to newest' })
  const readUp = async () => {
    await expect(lines(page).last()).toBeInViewport()
    await panel(page)
      .getByRole('log')
      .evaluate((box) => (box.scrollTop = 0))
    await expect(toNewest).toBeVisible()
  }
  await showOnly(page, /Tinkers/)
  await readUp()
  await say(page, 'what a song')
  await expect(lines(page).filter({ hasText: 'what a song' })).toBeInViewport()
  await readUp()
  await showOnly(page, /Lamp Square/)
  const { message } = await write('and now something else', '1')
  await expect(lines(page).last()).toContainText('and now something else')
  await expect(toNewest).toHaveCount(0)
  const markOf = async () => {
    const { response } = await reader.call('GET /chat/channels')
    return response.find(({ ID }) => ID === '1')?.last_read_id
  }
  await expect.poll(markOf).toBe(message.id)
})

/** Sets whether the page is hidden. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test('only messages that were visible on screen count as read', async ({ visitors }) => {
  const { url } = clutch()
  const writer = await Player.signIn(url, MODERATOR)
  const write = async (text: string) => (await writer.call('POST /chat/send', { channel_id: '3', text })).message.id
  const steamId = newSteamId()
  const reader = await Player.signIn(url, steamId)
  const first = await write('the first word of all')
  await reader.call('POST /chat/read', { channel_id: '3', id: first })
  const page = await visitors.open()
  visitors.expectComplaint(/ERR_FAILED/)
  await keepCommandsOnHttp(page, visitors)
  const reported: number[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/chat/read')) return
    // Messages elsewhere were visible too before only this channel was shown.
    const { channel_id, id } = request.postDataJSON() as { channel_id: string; id: number }
    if (channel_id === '3') reported.push(id)
  })
  const line = (text: string) => lines(page).filter({ hasText: text })
  await openChat(page, url, steamId)
  await showOnly(page, /Tinkers/)
  await expect(line('the first word of all')).toBeVisible()

  await test.step('nothing is reported that is known already or while the page is hidden', async () => {
    await setHidden(page, true)
    await write('said while nobody looked')
    await expect(line('said while nobody looked')).toHaveCount(1)
    await page.waitForTimeout(TOLD_WITHIN_MS)
    expect(reported).toEqual([])
    await setHidden(page, false)
    await expect.poll(() => reported.length).toBe(1)
  })

  await test.step('messages below the visible part count only once they are scrolled to', async () => {
    for (let index = 0; index < 20; index += 1) await write(`stanza ${index} of a song`)
    await expect(line('stanza 19 of')).toBeInViewport()
    const last = await write('the end of the song')
    await expect.poll(() => reported.at(-1)).toBe(last)
    await panel(page)
      .getByRole('log')
      .evaluate((box) => (box.scrollTop = 0))
    const toNewest = panel(page).getByRole('button', { name: 'Jump to newest' })
    await expect(toNewest).toBeVisible()
    const below = await write('said far below')
    await expect(line('said far below')).toHaveCount(1)
    await page.waitForTimeout(TOLD_WITHIN_MS)
    expect(reported.at(-1)).toBe(last)
    await toNewest.click()
    await expect.poll(() => reported.at(-1)).toBe(below)
  })

  await test.step('a report that failed is sent again when the page becomes visible', async () => {
    let failures = 0
    await page.route(READ, (route) => {
      failures += 1
      return route.abort()
    })
    const lost = await write('read without a connection')
    // It is retried twice automatically.
    await expect.poll(() => failures).toBe(3)
    await page.unroute(READ)
    await setHidden(page, false)
    await expect
      .poll(async () => (await reader.call('GET /chat/channels')).response.find(({ ID }) => ID === '3')?.last_read_id)
      .toBe(lost)
  })

  await test.step('closing the chat at once still reports what was visible', async () => {
    // The page must watch before the message is sent.
    const closing = await panel(page).evaluateHandle((chat, text) => {
      const closed = new Promise<void>((resolve) => {
        const closeAtSight = () => {
          if (!chat.textContent.includes(text)) return
          chat.querySelector<HTMLElement>('[aria-label="Close"]')?.click()
          resolve()
        }
        new MutationObserver(closeAtSight).observe(chat, { subtree: true, childList: true })
      })
      return { closed }
    }, 'the last word of all')
    const seen = await write('the last word of all')
    await closing.evaluate(({ closed }) => closed)
    await expect(panel(page)).toHaveCount(0)
    await expect.poll(() => reported.at(-1)).toBe(seen)
  })
})

test('messages sent while the connection was down are fetched after it is back, or their absence is shown', async ({
  visitors,
}) => {
  const { url } = clutch()
  const writer = await Player.signIn(url, MODERATOR)
  const write = (text: string) => writer.call('POST /chat/send', { channel_id: '1', text })
  await write('all is well')
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
  await write('the bridge is out')
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

test('an unread count overtaken by a message includes it, and own messages are not unread', async ({ visitors }) => {
  const { url } = clutch()
  const writer = await Player.signIn(url, MODERATOR)
  const write = async (text: string) => (await writer.call('POST /chat/send', { channel_id: '4', text })).message.id
  const steamId = newSteamId()
  const reader = await Player.signIn(url, steamId)
  await reader.call('POST /chat/read', { channel_id: '4', id: await write('known to all') })
  const page = await visitors.open()
  const connection = await holdConnection(page)
  await openChat(page, url, steamId)
  await showOnly(page, /Ask a Lampguard/)
  await panel(page).getByRole('button', { name: 'Close' }).click()
  const opener = page.getByRole('banner').getByRole('button', { name: /^Open the chat/ })
  await reader.call('POST /chat/send', { channel_id: '4', text: 'said from another device' })
  const read = await write('read on another device')
  await expect(opener).toHaveAccessibleName(/: 1 unread/)
  await reader.call('POST /chat/read', { channel_id: '4', id: read })
  await expect(opener).toHaveAccessibleName('Open the chat')
  const mark = connection.heard.findLast((payload) => payload.case === 'chatMarkMoved')
  if (mark === undefined) throw new Error('No event with the mark was received')
  await write('newer than what was counted')
  await expect(opener).toHaveAccessibleName(/: 1 unread/)
  // The same count, as if it had been delayed: the event after it shows when it has arrived.
  connection.deliver(mark)
  await write('and one more')
  await expect(opener).toHaveAccessibleName(/: 2 unread/)
})
