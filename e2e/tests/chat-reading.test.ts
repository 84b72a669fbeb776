import { lines, openChat, panel, say, showOnly } from '../support/chat.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'

/** Whoever moderates waits for nothing. */
const [MODERATOR, OTHER_MODERATOR] = [newSteamId(), newSteamId()]

const DAY_MS = 86_400_000

const clutch = serveClutch({ settings: { ADMIN_STEAM_IDS: `${MODERATOR},${OTHER_MODERATOR}` } })

test('what is new since one was away is marked, counted, and clears on every device; older pages do not jump', async ({
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
  // The first time it opens where something was said, and not on a channel where nobody is.
  const channels = page.getByRole('button', { name: /^Channels/ })
  await expect(channels).toHaveText(/Tinkers/)
  await channels.click()
  await page.getByRole('checkbox', { name: /Lamp Square/ }).check()
  await expect(channels).toHaveText(/2 channels/)
  await page.getByRole('checkbox', { name: /Lamp Square/ }).uncheck()
  await page.keyboard.press('Escape')
  await expect(channels).toHaveText(/Tinkers/)
  await expect(lines(page).last()).toContainText('tale 53')

  await test.step('reading up, what is in sight stays where it is', async () => {
    const log = panel(page).getByRole('log')
    const seen = lines(page).filter({ hasText: 'tale 20 of' })
    await seen.scrollIntoViewIfNeeded()
    const before = (await seen.boundingBox())?.y ?? 0
    await log.evaluate((box) => (box.scrollTop -= 1))
    await expect(lines(page).filter({ hasText: 'tale 2 of' })).toHaveCount(1)
    expect(Math.abs(((await seen.boundingBox())?.y ?? 0) - before)).toBeLessThan(4)
    await panel(page).getByRole('button', { name: 'To the newest' }).click()
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
  await expect(panel(page).getByText('New since you were away')).toBeVisible()
  await expect(elsewhere.getByRole('banner').getByRole('button', { name: 'Open the chat', exact: true })).toBeVisible()
  // It stays for as long as one looks, although nothing is unread any more.
  await expect(panel(page).getByText('New since you were away')).toBeVisible()

  await test.step('what is older and does not come can be asked for again, and then nothing is said of it', async () => {
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

test('whoever scrolls up, however little, stays there whatever is said or read meanwhile, and follows again at the end', async ({
  visitors,
}) => {
  const { url } = clutch()
  const writer = await Player.signIn(url, OTHER_MODERATOR)
  const tell = (text: string) => writer.call('POST /chat/send', { channel_id: '3', text })
  for (let index = 0; index < 53; index += 1) await tell(`verse ${index} of it`)
  const page = await visitors.open()
  // Seen from tomorrow the messages stand under their day, which goes elsewhere when older ones of that day come.
  await page.clock.setFixedTime(Date.now() + DAY_MS)
  await openChat(page, url)
  await showOnly(page, /Tinkers/)
  const log = panel(page).getByRole('log')
  const line = (text: string) => lines(page).filter({ hasText: text })
  const toNewest = panel(page).getByRole('button', { name: 'To the newest' })
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

  await test.step('a message that comes before the browser has told of the scrolling pulls nobody back', async () => {
    await deafen()
    const scrolled = await log.evaluate((box) => (box.scrollTop -= 30))
    await tell('a word between')
    await expect(line('a word between')).toHaveCount(1)
    expect(await log.evaluate((box) => box.scrollTop)).toBe(scrolled)
    await hear()
    await expect(toNewest).toBeVisible()
    await tell('another word')
    await expect(line('another word')).toHaveCount(1)
    expect(await log.evaluate((box) => box.scrollTop)).toBe(scrolled)
  })

  await test.step('near the end one reads along again', async () => {
    await log.evaluate((box) => (box.scrollTop = box.scrollHeight - box.clientHeight - 40))
    await expect(toNewest).toHaveCount(0)
    await tell('the last word')
    await expect(line('the last word')).toBeInViewport({ ratio: 1 })
    await log.evaluate((box) => (box.scrollTop -= 20))
    await expect(toNewest).toBeVisible()
    await toNewest.click()
  })

  await test.step('a list that becomes shorter by itself has scrolled nobody up', async () => {
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

  await test.step('what is in sight stays where it is when older and newer messages come at once', async () => {
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
    for (const verse of ['one more', 'two more', 'three more']) await tell(verse)
    await expect(line('three more')).toHaveCount(1)
    answer()
    await expect(line('verse 1 of')).toHaveCount(1)
    expect(Math.abs((await place()) - before)).toBeLessThan(1)
  })
})

test('other channels are shown and read from their end, wherever one stood before, and so is what one says', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const [reader, writer] = [await Player.signIn(url, steamId), await Player.signIn(url)]
  const tell = (text: string, channel_id = '3') => writer.call('POST /chat/send', { channel_id, text })
  for (const verse of ['Lanterns\n', 'Copper\n', 'Mist\n']) await tell(verse.repeat(30))
  const page = await visitors.open()
  await openChat(page, url, steamId)
  const toNewest = panel(page).getByRole('button', { name: 'To the newest' })
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
  const { message } = await tell('and now something else', '1')
  await expect(lines(page).last()).toContainText('and now something else')
  await expect(toNewest).toHaveCount(0)
  const markOf = async () => {
    const { response } = await reader.call('GET /chat/channels')
    return response.find(({ ID }) => ID === '1')?.last_read_id
  }
  await expect.poll(markOf).toBe(message.id)
})
