import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { field, lines, openChat, panel, say } from '../support/chat.ts'
import { expect, serveClutch, test } from '../support/journey.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const MODERATOR = newSteamId()
const COPPER_ORE = 1_001

const clutch = serveClutch({ settings: { ADMIN_STEAM_IDS: MODERATOR } })

/** Simulates a busy machine: what is typed meanwhile must stay where it was typed. */
async function drawLate(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 300)
  })
}

test('two players chat with an item, a mention and a deleted message, and each sees it live', async ({ visitors }) => {
  const { url } = clutch()
  const seller = await Player.signIn(url)
  await seller.offer(COPPER_ORE, 5, 777)
  const [anna, boris] = [await visitors.open(), await visitors.open()]
  const borisId = newSteamId()
  const borisName = `Player ${borisId.slice(-5)}`
  await openChat(anna, url)
  await openChat(boris, url, borisId)

  await test.step('Shift and Enter break the line, and Enter sends', async () => {
    await field(anna).pressSequentially('Selling ')
    await field(anna).pressSequentially('[copper o')
    await expect(panel(anna).getByRole('option', { name: 'Copper Ore' })).toBeVisible()
    await drawLate(anna)
    await field(anna).press('Enter')
    await field(anna).press('Shift+Enter')
    await expect(field(anna)).toHaveValue('Selling [item:1001] \n')
    await field(anna).pressSequentially(`@${borisName}, any interest?`)
    await field(anna).press('Escape')
    await anna
      .getByRole('banner')
      .getByRole('button', { name: /^Open the chat/ })
      .click()
    await expect(field(anna)).toHaveValue(/any interest\?$/)
    await expect(field(anna)).toBeEnabled()
    await field(anna).press('Enter')
    await expect(field(anna)).toHaveValue('')
  })
  const heard = lines(boris).filter({ hasText: 'any interest?' })
  await expect(heard).toContainText('Copper Ore777')
  await expect(heard.locator('mark')).toHaveText(`@${borisName}`)
  await heard.getByRole('link', { name: /Copper Ore/ }).click()
  await expect(boris).toHaveURL(/item=1001$/)
  await expect(panel(boris)).toBeVisible()

  await test.step('a rejection is explained, and the typed text is not lost', async () => {
    await say(anna, 'what a fucking mess')
    await expect(panel(anna).getByRole('alert')).toContainText('words that aren’t allowed here')
    await expect(field(anna)).toHaveValue('what a fucking mess')
  })

  await test.step('a message is deleted after a confirmation, with the keyboard', async () => {
    await field(anna).fill('')
    await anna.keyboard.press('Shift+Tab')
    await expect(
      lines(anna)
        .last()
        .getByRole('button', { name: /^Actions/ }),
    ).toBeFocused()
    await anna.keyboard.press('Enter')
    await expect(anna.getByRole('menu')).toBeFocused()
    await anna.keyboard.press('ArrowDown')
    await expect(anna.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
    await anna.keyboard.press('Enter')
    await anna.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(lines(anna).last()).toContainText('Message deleted')
    await expect(lines(boris).last()).toContainText('Message deleted')
  })
  await expectAccessible(boris, 'the chat next to the market')
})

test('typed text is completed with the keyboard alone', async ({ visitors }) => {
  const page = await visitors.open()
  await openChat(page, clutch().url)
  const options = panel(page).getByRole('option')
  const selected = panel(page).getByRole('option', { selected: true })
  await field(page).pressSequentially('for [copper')
  await expect(options.nth(2)).toBeVisible()
  const names = await options.allTextContents()
  await expect(selected).toHaveText(names[0] ?? '')
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['ArrowUp', 0],
    ['ArrowUp', names.length - 1],
    ['ArrowDown', 0],
    ['ArrowDown', 1],
  ] as const) {
    await field(page).press(key)
    await expect(selected).toHaveText(names[index] ?? '')
  }
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id')) ?? '')
  await field(page).press('Tab')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(/^for \[item:\d+\] $/)
  await expect(options).toHaveCount(0)

  await field(page).pressSequentially('or [copper')
  await expect(options.first()).toBeVisible()
  await field(page).press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field(page)).toHaveValue(/or \[copper$/)
  await field(page).press('Enter')
  const sent = lines(page).filter({ hasText: 'or [copper' })
  await expect(sent).toContainText(`for ${names[1]}`)
  await expect(sent).toHaveAttribute('data-own')
})

test('the field grows with the text, up to five rows', async ({ visitors }) => {
  const page = await visitors.open()
  await openChat(page, clutch().url)
  const heightOf = async (text: string) => {
    await field(page).fill(text)
    return field(page).evaluate((box) => box.clientHeight)
  }
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`).join('\n')
  const [one, two, five, six, nine] = [
    await heightOf(rows(1)),
    await heightOf(rows(2)),
    await heightOf(rows(5)),
    await heightOf(rows(6)),
    await heightOf(rows(9)),
  ]
  expect(two).toBeGreaterThan(one)
  expect((five - one) / (two - one)).toBeCloseTo(4, 1)
  expect([six, nine]).toEqual([five, five])
  // Wrapped lines count as rows.
  expect(await heightOf('a long tale '.repeat(20))).toBeGreaterThanOrEqual(two)
})

test('a message that a moderator removed looks different from one its sender deleted, live and after a reload', async ({
  visitors,
}) => {
  const { url } = clutch()
  const [rude, moderator] = [await Player.signIn(url), await Player.signIn(url, MODERATOR)]
  const steamId = newSteamId()
  const page = await visitors.open()
  await openChat(page, url, steamId)
  const sayAs = async (text: string) => (await rude.call('POST /chat/send', { channel_id: '1', text })).message.id
  const [first, second] = [await sayAs('an insult to all tinkers'), await sayAs('which was uncalled for')]
  await expect(lines(page).last()).toContainText('uncalled for')
  await moderator.call('POST /chat/delete', { id: first })
  await rude.call('POST /chat/delete', { id: second })
  const expectToast = async () => {
    await expect(lines(page).last()).toContainText('Message deleted')
    await expect(lines(page).nth(-2)).toContainText('Removed by a moderator')
  }
  await expectToast()
  await page.reload()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Open the chat/ })
    .click()
  await expectToast()

  await test.step('slow mode counts down for the sender of a message, and ends for all, live', async () => {
    const slow = (slow_mode_sec: number) =>
      moderator.call('POST /chat/set-slow-mode', { channel_id: '1', slow_mode_sec })
    const send = panel(page).getByRole('button', { name: 'Send' })
    await slow(3_600)
    await expect(panel(page).getByText('Slow mode: one message every 3600 s')).toBeVisible()
    await say(page, 'my last word for an hour')
    const wait = panel(page).getByText(/^Slow mode: wait \d+ s$/)
    await expect(wait).toBeVisible()
    const shown = await wait.innerText()
    await expect(wait).not.toHaveText(shown)
    await field(page).fill('and another')
    await expect(send).toBeDisabled()
    await slow(0)
    await expect(send).toBeEnabled()
  })

  await test.step('a silenced player reads for how long and why, and cannot write', async () => {
    const { user } = await (await Player.signIn(url, steamId)).call('GET /get_profile')
    const timeOut = { user_uuid: user.id, reason: 'Spoke out of turn' }
    await moderator.call('POST /chat/time-out', { ...timeOut, seconds: 600 })
    await expect(panel(page).getByRole('alert')).toContainText('Spoke out of turn')
    await expect(field(page)).toBeDisabled()
    // The channel is one where everyone may write.
    await expect(field(page)).toHaveAttribute('placeholder', 'Write a message')
  })
})

test('a message that fails to send stays in the field and is sent only once when retried', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  visitors.expectComplaint(/ERR_FAILED/)
  await keepCommandsOnHttp(page, visitors)
  await openChat(page, url)
  const keys = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chat/send')) keys.add(request.headers()['idempotency-key'])
  })
  await page.route('**/api/chat/send', (route) => route.abort())
  await say(page, 'is anybody out there')
  await expect(lines(page).filter({ hasText: 'Not sent' })).toBeVisible()
  await page.unroute('**/api/chat/send')
  // Now it arrives but its response is lost: the client must detect that it has arrived.
  await page.route(
    '**/api/chat/send',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await lines(page).getByRole('button', { name: 'Try again' }).click()
  await expect(lines(page).filter({ hasText: /Not sent|Sending/ })).toHaveCount(0)
  await expect(lines(page).filter({ hasText: 'is anybody out there' })).toHaveCount(1)
  const reader = await Player.signIn(url)
  const { messages } = await reader.call('POST /chat/history', { channel_id: '1' })
  expect(messages.filter(({ text }) => text === 'is anybody out there')).toHaveLength(1)
  // Had the first attempt arrived after all, the shared key would have prevented a duplicate.
  expect([keys.size, keys.has(undefined)]).toEqual([1, false])
})

test('an unsent message is sent by the next Enter after choosing a name, and survives closing the chat', async ({
  visitors,
}) => {
  const { url } = clutch()
  const friendId = newSteamId()
  const friend = await Player.signIn(url, friendId)
  await friend.call('POST /chat/send', { channel_id: '1', text: 'who has lamp oil to spare' })
  const page = await visitors.open()
  visitors.expectComplaint(/ERR_FAILED|status of 4/)
  await keepCommandsOnHttp(page, visitors)
  const steamId = newSteamId()
  await openChat(page, url, steamId)
  const opener = page.getByRole('banner').getByRole('button', { name: /^Open the chat/ })
  const calling = `I do @Player ${friendId.slice(-5)}`
  // With a clock that is behind, no waiting time may show where none applies.
  await page.clock.setFixedTime(Date.now() - 60_000)
  await field(page).pressSequentially(calling)
  await expect(panel(page).getByRole('option')).toHaveCount(1)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue(`${calling} `)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
  await expect(lines(page).filter({ hasText: calling })).toHaveAttribute('data-own')
  await field(page).fill('at a fair price')
  await expect(panel(page).getByRole('button', { name: 'Send' })).toBeEnabled()
  await page.clock.resume()

  await page.route('**/api/chat/send', (route) => route.abort())
  await field(page).press('Enter')
  await expect(lines(page).filter({ hasText: 'Not sent' })).toBeVisible()
  await page.unroute('**/api/chat/send')
  // Its rejection arrives after the chat was closed.
  const closed = Promise.withResolvers<void>()
  await page.route('**/api/chat/send', async (route) => {
    await closed.promise
    await route.continue()
  })
  await say(page, 'a fucking bargain')
  await panel(page).getByRole('button', { name: 'Close' }).click()
  const refused = page.waitForResponse('**/api/chat/send')
  closed.resolve()
  await refused
  await page.unroute('**/api/chat/send')
  await opener.click()
  await expect(lines(page).filter({ hasText: 'a fucking bargain' })).toContainText('words that aren’t allowed here')
  const unsent = lines(page).filter({ hasText: 'at a fair price' })
  await unsent.getByRole('button', { name: 'Try again' }).click()
  await expect(unsent).toHaveAttribute('data-own')
  await expect(unsent).toHaveCount(1)

  await test.step("a blocked player's messages disappear at once, and return after the block", async () => {
    const own = await Player.signIn(url, steamId)
    const { user } = await friend.call('GET /get_profile')
    const theirs = lines(page).filter({ hasText: 'who has lamp oil to spare' })
    await expect(theirs).toBeVisible()
    // Held until the pending refetches have run.
    const read = Promise.withResolvers<void>()
    await page.route('**/api/chat/history', async (route) => {
      await read.promise
      await route.continue()
    })
    await own.call('POST /social/block-user', { user_uuid: user.id })
    await expect(theirs).toHaveCount(0)
    read.resolve()
    await page.unroute('**/api/chat/history')
    await expect(unsent).toBeVisible()
    await own.call('POST /social/unblock-user', { user_uuid: user.id })
    await expect(theirs).toBeVisible()
  })
})

test('on a phone the chat is a sheet where a moderator can act @long', async ({ visitors }) => {
  const { url } = clutch()
  const rude = await Player.signIn(url)
  await rude.call('POST /chat/send', { channel_id: '1', text: 'you scoundrels' })
  const page = await visitors.open(PHONE)
  await openChat(page, url, MODERATOR)
  await lines(page)
    .filter({ hasText: 'you scoundrels' })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Time out' }).click()
  await page.getByLabel('Reason (shown to the player)').fill('Manners')
  await page.getByRole('dialog').getByRole('button', { name: 'Time out' }).click()
  await expect(page.getByText('is timed out')).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page, 'the chat on a phone')
})
