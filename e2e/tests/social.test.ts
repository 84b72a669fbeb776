import { rmSync } from 'node:fs'
import { FriendshipStatus } from '@clutch/contract/live/values'
import type { BrowserContextOptions, Locator, Page, Route } from '@playwright/test'
import { FIRST_ITEM_ID, makePack } from '../../apps/server/tests/support/make-pack.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { keepCommandsOnHttp } from '../support/commands-over-http.ts'
import { holdConnection } from '../support/held-connection.ts'
import { chooseLanguage, countClicks, enter, expect, serveClutch, test, type Visitors } from '../support/journey.ts'
import { untilFocusRests } from '../support/keyboard.ts'
import { expectNoSideways, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'
import { opener, panel, table } from '../support/social.ts'
import { expectToast } from '../support/toasts.ts'

const STARTER_COUNT = 12
const GOOD_2 = FIRST_ITEM_ID + 1
const contentFolder = makePack({ items: 12, starterCoins: 1_000, starterCount: STARTER_COUNT })
const clutch = serveClutch({ contentFolder })

test.afterAll(() => rmSync(contentFolder, { recursive: true, force: true }))

const chat = (page: Page) => page.getByRole('region', { name: 'Chat' })
const nameOf = (steamId: string) => `Player ${steamId.slice(-5)}`

/** Longer than a button has to be held. */
const LONGER_THAN_HELD_MS = 1_500

/** One way to press a button and to hold it down. */
interface Hand {
  readonly name: string
  readonly options: BrowserContextOptions
  readonly press: (button: Locator) => Promise<void>
  /** Holds the button until it has acted: giving something for nothing has to be confirmed. */
  readonly hold: (page: Page, button: Locator) => Promise<void>
}

const KEYBOARD: Hand = {
  name: 'by keyboard',
  options: {},
  async press(button) {
    await button.waitFor()
    await untilFocusRests(button.page())
    await button.press('Enter')
  },
  async hold(page, button) {
    await untilFocusRests(page)
    await button.focus()
    await page.keyboard.down('Enter')
    await expect(button).toBeDisabled()
    await page.keyboard.up('Enter')
  },
}

const FINGER: Hand = {
  name: 'on a phone',
  options: PHONE,
  press: (button) => button.tap(),
  async hold(page, button) {
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    const browser = await page.context().newCDPSession(page)
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await expect(button).toBeDisabled()
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  },
}

async function openTab(page: Page, name: RegExp, { press }: Hand = KEYBOARD): Promise<void> {
  if (!(await panel(page).isVisible())) await press(opener(page))
  await press(panel(page).getByRole('tab', { name }))
}

/** Sends a message in a friend's channel, opening the chat if necessary. */
async function sayTo(page: Page, friend: string, text: string, { press }: Hand): Promise<void> {
  if (!(await chat(page).isVisible())) {
    await press(page.getByRole('banner').getByRole('button', { name: /^Open the chat/ }))
    await press(page.getByRole('button', { name: /^Channels/ }))
    await expect(page.getByRole('checkbox', { name: new RegExp(friend) })).toBeVisible()
    for (const channel of await page.getByRole('checkbox', { checked: true }).all()) await channel.uncheck()
    await page.getByRole('checkbox', { name: new RegExp(friend) }).check()
    await page.keyboard.press('Escape')
  }
  const field = chat(page).getByRole('textbox', { name: `Message to ${friend}` })
  await field.fill(text)
  await field.press('Enter')
}

for (const hand of [KEYBOARD, FINGER]) {
  const { press } = hand
  test(`two players become friends, trade, change an offer, chat, and part by a block, each seeing it live, ${hand.name}`, async ({
    visitors,
  }) => {
    const { url } = clutch()
    const [anna, boris] = [newSteamId(), newSteamId()]
    const [page, other] = [await visitors.open(hand.options), await visitors.open(hand.options)]
    for (const [each, steamId] of [
      [page, anna],
      [other, boris],
    ] as const) {
      await enter(each, url, { steamId })
      await each.goto(url)
    }

    await openTab(page, /^Search/, hand)
    await panel(page).getByRole('searchbox').fill(nameOf(boris).slice(3))
    await press(panel(page).getByRole('button', { name: `Invite ${nameOf(boris)}` }))
    await expect(panel(page).getByRole('button', { name: 'Invited' })).toBeDisabled()
    // Sent invitations are not counted as waiting ones.
    await expect(panel(page).getByRole('tab', { name: /^Invitations/ })).toHaveText('Invitations1')
    await expect(page.locator('header').getByLabel('Friends and trades', { exact: true })).toHaveCount(1)
    await expectAccessible(page, 'the search for players')

    await expect(opener(other)).toHaveAccessibleName('Friends and trades: 1 waiting')
    await openTab(other, /^Invitations/, hand)
    await expectAccessible(other, 'the invitations')
    await press(panel(other).getByRole('button', { name: `Accept the invitation of ${nameOf(anna)}` }))
    await expectToast(page, 'Friend request accepted!')

    await openTab(page, /^Friends/, hand)
    await expect(panel(page).getByText('Online')).toBeAttached()
    await expectAccessible(page, 'the friends')
    await press(panel(page).getByRole('button', { name: `Trade with ${nameOf(boris)}` }))
    await expectToast(other, `${nameOf(anna)} wants to trade with you`)
    await openTab(other, /^Trades/, hand)
    await press(panel(other).getByRole('button', { name: `Show the trade with ${nameOf(anna)}` }))

    // She gives some of her items, found by name; she gets nothing yet, so the button has to be held.
    await table(page).getByRole('searchbox').fill('good 3')
    await expect(table(page).getByRole('button', { name: /^Offer / })).toHaveCount(1)
    await press(table(page).getByRole('button', { name: 'Offer Good 3' }))
    const quantity = page.getByRole('dialog', { name: 'Good 3' })
    await quantity.getByRole('spinbutton').fill('99')
    await press(quantity.getByRole('button', { name: 'One less' }))
    await expect(quantity.getByRole('spinbutton')).toHaveValue(String(STARTER_COUNT - 1))
    await quantity.getByRole('spinbutton').fill('4')
    await quantity.getByRole('spinbutton').press('Enter')
    await expect(quantity).toHaveCount(0)
    const gift = table(page).getByRole('button', { name: 'Hold to give as a gift' })
    await expect(gift).toBeEnabled()
    // A short press gives nothing away.
    await press(gift)
    await page.waitForTimeout(LONGER_THAN_HELD_MS)
    await expect(table(page).getByRole('region', { name: 'You give' })).toContainText('not confirmed yet')
    await hand.hold(page, gift)
    const given = (each: Page) => table(each).getByRole('region', { name: `${nameOf(anna)} gives` })
    await expect(given(other)).toContainText('×4')
    await expect(given(other)).toContainText('was 0')
    await expect(given(other)).toContainText('confirmed')

    // He offers coins; her confirmation is void, and his offer is locked for review.
    await table(other).getByRole('spinbutton', { name: 'Coins' }).fill('300')
    await expect(table(other).getByRole('button', { name: 'Confirm' })).toBeEnabled()
    await press(table(other).getByRole('button', { name: 'Confirm' }))
    const gets = table(page).getByRole('region', { name: `${nameOf(boris)} gives` })
    await expect(gets).toContainText('300')
    await expect(table(page).getByText('The offer changed.')).toBeVisible()
    await expect(table(page).getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await expect(table(page).getByText('unknown').first()).toBeVisible()
    await expectAccessible(page, 'the trade')

    // She changes her offer before she confirms, and he changes his before he does.
    await press(table(page).getByRole('button', { name: 'Change the count of Good 3, now 4' }))
    await quantity.getByRole('spinbutton').fill('3')
    await quantity.getByRole('spinbutton').press('Enter')
    await expect(table(page).getByRole('button', { name: 'Confirm' })).toBeEnabled()
    await press(table(page).getByRole('button', { name: 'Confirm' }))
    await expect(given(other)).toContainText('was 4')
    await expect(table(other).getByRole('button', { name: 'Confirm' })).toBeEnabled()
    await press(table(other).getByRole('button', { name: 'Confirm' }))
    for (const each of [page, other]) {
      await expect(table(each).getByText('Trade completed successfully')).toBeVisible()
      await press(table(each).getByRole('button', { name: 'OK' }))
    }
    await expect(page.getByText('Balance: 1,300')).toBeAttached()
    await expect(other.getByText('Balance: 700')).toBeAttached()

    await openTab(page, /^Friends/, hand)
    await press(panel(page).getByRole('link', { name: `Trades with ${nameOf(boris)}` }))
    await expect(page).toHaveTitle(new RegExp(`Trades with ${nameOf(boris)}`))
    await expect(page.getByRole('main')).toContainText('Good 3 ×3')
    await expectAccessible(page, 'what the two have traded')

    await sayTo(page, nameOf(boris), 'A pleasure, as always', hand)
    await sayTo(other, nameOf(anna), 'Likewise', hand)
    await expect(chat(other).getByRole('log')).toContainText('A pleasure, as always')
    await expect(chat(page).getByRole('log')).toContainText('Likewise')
    await expectAccessible(page, 'the talk of two friends')
    for (const each of [page, other]) await press(chat(each).getByRole('button', { name: 'Close' }))

    await openTab(other, /^Friends/, hand)
    await openTab(page, /^Friends/, hand)
    await press(panel(page).getByRole('button', { name: `Block ${nameOf(boris)}` }))
    await press(
      page.getByRole('dialog', { name: `Block ${nameOf(boris)}` }).getByRole('button', { name: 'Block', exact: true }),
    )
    await expectToast(other, 'A friend has been removed')
    await expect(panel(other).getByText('No friends yet')).toBeVisible()
    await press(panel(page).getByText('Blocked players (1)'))
    await expect(panel(page).getByRole('button', { name: `Unblock ${nameOf(boris)}` })).toBeVisible()
    await expectNoSideways(page)
  })
}

test('two new players become friends and trade with few clicks', async ({ visitors }) => {
  const { url } = clutch()
  const [anna, boris] = [newSteamId(), newSteamId()]
  const [page, other] = [await visitors.open(), await visitors.open()]
  await enter(page, url, { steamId: anna })
  await enter(other, url, { steamId: boris })
  for (const each of [page, other]) await each.goto(url)
  const [hers, his] = [await countClicks(page), await countClicks(other)]

  await opener(page).click()
  await panel(page)
    .getByRole('tab', { name: /^Search/ })
    .click()
  await panel(page).getByRole('searchbox').fill(nameOf(boris).slice(3))
  await panel(page)
    .getByRole('button', { name: `Invite ${nameOf(boris)}` })
    .click()
  await opener(other).click()
  await panel(other)
    .getByRole('tab', { name: /^Invitations/ })
    .click()
  await panel(other)
    .getByRole('button', { name: `Accept the invitation of ${nameOf(anna)}` })
    .click()

  await panel(page)
    .getByRole('tab', { name: /^Friends/ })
    .click()
  await panel(page)
    .getByRole('button', { name: `Trade with ${nameOf(boris)}` })
    .click()
  await table(page).getByRole('button', { name: 'Offer Good 3' }).click()
  await page.getByRole('dialog', { name: 'Good 3' }).getByRole('spinbutton').press('Enter')
  // Giving something for nothing yet: the button has to be held.
  const gift = table(page).getByRole('button', { name: 'Hold to give as a gift' })
  await gift.hover()
  await page.mouse.down()
  await expect(gift).toBeDisabled()
  await page.mouse.up()
  await panel(other)
    .getByRole('tab', { name: /^Trades/ })
    .click()
  await panel(other)
    .getByRole('button', { name: `Show the trade with ${nameOf(anna)}` })
    .click()
  await table(other).getByRole('spinbutton', { name: 'Coins' }).fill('300')
  await table(other).getByRole('button', { name: 'Confirm' }).click()
  await table(page).getByRole('button', { name: 'Confirm' }).click()
  for (const each of [page, other]) await expect(table(each).getByText('Trade completed successfully')).toBeVisible()
  expect(await hers(), 'her clicks, of at most 10').toBe(8)
  expect(await his(), 'his clicks, of at most 10').toBe(6)
})

test('anonymous visitors see neither friends nor chat', async ({ visitors }) => {
  const stranger = await visitors.open()
  await stranger.goto(clutch().url)
  await expect(stranger.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(opener(stranger)).toHaveCount(0)
  await expect(stranger.getByRole('banner').getByRole('button', { name: /^Open the chat/ })).toHaveCount(0)
})

/** Two friends, the first one with an open page. */
async function openFriends(visitors: Visitors) {
  const { url } = clutch()
  const [anna, boris] = [newSteamId(), newSteamId()]
  const page = await visitors.open()
  await enter(page, url, { steamId: anna })
  const [hers, his] = [await Player.signIn(url, anna), await Player.signIn(url, boris)]
  const [{ user: own }, { user: friend }] = [await hers.call('GET /get_profile'), await his.call('GET /get_profile')]
  await his.call('POST /social/send-friend-invite', { friend_uuid: own.id })
  await hers.call('POST /social/accept-friend-invite', { friend_uuid: friend.id })
  return { page, url, hers, his, own, friend }
}

test('a trade shows that its confirmation, and later its withdrawal, is in progress', async ({ visitors }) => {
  const { page, url, his, own } = await openFriends(visitors)
  await keepCommandsOnHttp(page, visitors)
  const { trade } = await his.call('POST /social/create-trade', { user_uuid: own.id })
  await his.call('POST /social/confirm-trade', { id: trade.id, trade_item: { coins: 7, items: {} } })
  await page.goto(url)
  await openTab(page, /^Trades/)
  await panel(page)
    .getByRole('button', { name: /^Show the trade/ })
    .press('Enter')
  for (const [call, press, says] of [
    ['confirm-trade', 'Confirm', 'Confirming...'],
    ['cancel-trade', 'Cancel', 'Canceling...'],
  ] as const) {
    const held = Promise.withResolvers<undefined>()
    // A confirmation without a revision sets the offer and completes nothing.
    await page.route(`**/api/social/${call}`, async (route) => {
      await held.promise
      const { seen_revision: _, ...body } = route.request().postDataJSON() as Record<string, unknown>
      await route.continue({ postData: JSON.stringify(body) })
    })
    await table(page).getByRole('button', { name: press, exact: true }).press('Enter')
    await expect(table(page).getByText(says, { exact: true })).toBeVisible()
    held.resolve(undefined)
    await expect(table(page).getByText(says, { exact: true })).toHaveCount(0)
  }
})

test('changes in a trade stay marked and lock the confirmation, even after closing and reopening it', async ({
  visitors,
}) => {
  const { page, url, his, own, friend } = await openFriends(visitors)
  const { trade } = await his.call('POST /social/create-trade', { user_uuid: own.id })
  const offer = (coins: number) =>
    his.call('POST /social/confirm-trade', { id: trade.id, trade_item: { coins, items: {} } })
  await page.goto(url)
  const gives = table(page).getByRole('region', { name: `${friend.name} gives` })
  const confirm = table(page).getByRole('button', { name: 'Confirm' })
  const locked = table(page).getByText('The offer changed.')
  const show = async () => {
    await openTab(page, /^Trades/)
    await panel(page)
      .getByRole('button', { name: /^Show the trade/ })
      .press('Enter')
  }
  await openTab(page, /^Trades/)
  await expect(panel(page)).toContainText('Open')
  // The page's clock is fixed, so that the lock does not expire during these checks.
  await page.clock.setFixedTime(Date.now())
  await offer(50)
  await expect(panel(page)).toContainText('They have confirmed')
  const coins = table(page).getByRole('spinbutton', { name: 'Coins' })
  for (const typed of ['', '40']) {
    await show()
    // Unconfirmed input is restored.
    await expect(coins).toHaveValue(typed)
    await coins.fill('40')
    await expect(locked).toBeVisible()
    await expect(confirm).toBeDisabled()
    await expect(gives).toContainText('was 0')
    await page.keyboard.press('Escape')
  }
  await page.clock.resume()
  await page.reload()
  await show()
  await expect(confirm).toBeEnabled()
  await expect(gives).toContainText('was 0')
  // Both values are shown with their difference, in red from a quarter on.
  const values = table(page).getByLabel('Fair values')
  const difference = values.locator('[data-uneven]')
  await coins.fill('38')
  await expect(values).toContainText('Difference:+12 (24%)')
  await expect(difference).toHaveCount(0)
  await coins.fill('20')
  await expect(difference).toContainText('+30 (60%)You get much more than you give')
  await coins.fill('200')
  await expect(difference).toContainText('−150 (75%)You give much more than you get')
  // Confirming acknowledges the changes: from then on only later ones are marked.
  await coins.fill('20')
  await confirm.press('Enter')
  await expect(gives.getByText('was 0')).toHaveCount(0)
  await offer(70)
  await expect(gives).toContainText('was 50')
  await page.keyboard.press('Escape')
  await show()
  await expect(coins).toHaveValue('20')
  await expect(table(page).getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
})

test('a trade is confirmed and withdrawn, rejected in its popup, and removed when the other side declines', async ({
  visitors,
}) => {
  const { page, url, hers, his, own, friend } = await openFriends(visitors)
  const { trade } = await his.call('POST /social/create-trade', { user_uuid: own.id })
  await page.goto(url)
  await openTab(page, /^Trades/)
  await panel(page)
    .getByRole('button', { name: /^Show the trade/ })
    .press('Enter')
  const cancel = table(page).getByRole('button', { name: 'Cancel', exact: true })
  await expect(cancel).toHaveCount(0)
  await table(page).getByRole('button', { name: 'Max: Good 2', exact: true }).press('Enter')
  const gives = table(page).getByRole('region', { name: 'You give' })
  await expect(gives).toContainText(`×${STARTER_COUNT}`)
  const gift = table(page).getByRole('button', { name: 'Hold to give as a gift' })
  await KEYBOARD.hold(page, gift)
  await expect(gives).toContainText('confirmed')
  // It is disabled now, and the keyboard focus continues from it.
  await expect(gift).toBeDisabled()
  await expect(gift).toBeFocused()
  await cancel.press('Enter')
  await expect(gives).toContainText('pending')
  await expect(cancel).toHaveCount(0)

  // She sells what she offers before she confirms: the rejection is shown in the popup.
  await hers.offer(GOOD_2, STARTER_COUNT, 5)
  await untilFocusRests(page)
  await gift.focus()
  await page.keyboard.down('Enter')
  await expect(table(page).getByRole('alert')).toContainText('Not enough items')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Escape')
  await openTab(page, /^Trades/)
  await expect(panel(page).getByRole('tab', { name: /^Trades/ })).toContainText('1')
  await his.call('POST /social/decline-trade', { id: trade.id })
  await expectToast(page, `The trade with ${friend.name} was declined`)
  await expect(panel(page).getByRole('tab', { name: /^Trades/ })).toContainText('0')

  await his.call('POST /social/create-trade', { user_uuid: own.id })
  await panel(page)
    .getByRole('button', { name: `Decline the trade with ${friend.name}` })
    .press('Enter')
  await expect(panel(page).getByText('No open trades')).toBeVisible()
})

test('a late event of a trade changes nothing that came after it', async ({ visitors }) => {
  const { page, url, his, own, friend } = await openFriends(visitors)
  await his.call('POST /social/create-trade', { user_uuid: own.id })
  const connection = await holdConnection(page)
  await page.goto(url)
  await openTab(page, /^Trades/)
  await panel(page)
    .getByRole('button', { name: /^Show the trade/ })
    .press('Enter')
  const gives = table(page).getByRole('region', { name: 'You give' })
  await table(page).getByRole('button', { name: 'Max: Good 2', exact: true }).press('Enter')
  await KEYBOARD.hold(page, table(page).getByRole('button', { name: 'Hold to give as a gift' }))
  await expect(gives).toContainText('confirmed')
  const confirmation = () =>
    connection.heard.find((payload) => payload.case === 'tradeChanged' && payload.value.myStatus === 'confirmed')
  await expect.poll(confirmation).toBeDefined()
  await table(page).getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(gives).toContainText('pending')

  // No refetch of the list may correct it.
  await page.route('**/api/social/get-active-trades', () => undefined)
  const late = confirmation()
  if (late === undefined) throw new Error('No event with the confirmation was received')
  connection.deliver(late, {
    case: 'socialFriendChanged',
    value: { userUuid: friend.id, status: FriendshipStatus.DECLINED },
  })
  await expectToast(page, 'Friend request declined')
  await expect(gives).toContainText('pending')
  await expect(table(page).getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
})

test('the search shows the relation to each result, where invitations can be accepted or declined', async ({
  visitors,
}) => {
  const { page, url, friend, own } = await openFriends(visitors)
  const [clara, dora] = [newSteamId(), newSteamId()]
  for (const steamId of [clara, dora]) {
    const player = await Player.signIn(url, steamId)
    await player.call('POST /social/send-friend-invite', { friend_uuid: own.id })
  }
  await page.goto(url)
  await openTab(page, /^Search/)
  const find = async (name: string) => {
    await panel(page).getByRole('searchbox').fill(name)
    await expect(panel(page).getByRole('listitem').filter({ hasText: name })).toBeVisible()
  }
  await find(friend.name)
  await expect(panel(page).getByRole('button', { name: 'Friend', exact: true })).toBeDisabled()
  for (const [tab, count] of [
    ['Friends', '1'],
    ['Invitations', '2'],
    ['Trades', '0'],
  ] as const) {
    await expect(panel(page).getByRole('tab', { name: new RegExp(`^${tab}`) })).toHaveText(`${tab}${count}`)
  }
  await find(nameOf(clara))
  await panel(page)
    .getByRole('button', { name: `Accept the invitation of ${nameOf(clara)}` })
    .press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Friend', exact: true })).toBeDisabled()
  await expect(panel(page).getByRole('tab', { name: /^Friends/ })).toHaveText('Friends2')

  await openTab(page, /^Invitations/)
  const invitation = panel(page)
    .getByRole('listitem')
    .filter({ hasText: nameOf(dora) })
  await expect(invitation).toContainText(/Invited you .*\d/)
  await invitation.getByRole('button', { name: 'Decline the invitation of ' + nameOf(dora) }).press('Enter')
  await expect(panel(page).getByText('No pending invitations')).toBeVisible()
})

test('the search waits for a pause in typing, and failures are shown', async ({ visitors }) => {
  const { page, url, friend } = await openFriends(visitors)
  visitors.expectComplaint(/status of 500|ERR_FAILED/)
  await keepCommandsOnHttp(page, visitors)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/find-users')) asked.push(searchParams.get('q') ?? '')
  })
  await page.goto(url)
  await openTab(page, /^Search/)
  const field = panel(page).getByRole('searchbox')
  await field.pressSequentially(friend.name, { delay: 20 })
  // The partial name finds other players too, who are marked as resembling the friend.
  const row = panel(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${friend.name}`) })
  await expect(row).toBeVisible()
  await expect.poll(() => asked.at(-1)).toBe(friend.name)
  expect(asked.length).toBeLessThan(friend.name.length / 2)
  await field.fill(friend.name.slice(0, 1))
  await expect(panel(page).getByText('Type at least two characters')).toBeVisible()
  await expect(panel(page).getByRole('listitem')).toHaveCount(0)

  const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 'internal', message: '', params: {} } })
  await page.route('**/api/social/find-users**', fail)
  await field.fill('another name')
  await expect(panel(page).getByText(/^Error searching users/)).toBeVisible()
  await page.route('**/api/social/get-friend-list', fail)
  await page.reload()
  await openTab(page, /^Friends/)
  await expect(panel(page).getByText(/^Error loading friends/)).toBeVisible()
  await page.unroute('**/api/social/get-friend-list')
  await panel(page).getByRole('button', { name: 'Try again' }).press('Enter')

  await page.route('**/api/social/remove-friend', (route) => route.abort())
  await panel(page)
    .getByRole('button', { name: `Remove ${friend.name}` })
    .press('Enter')
  await page
    .getByRole('dialog', { name: `Remove ${friend.name}` })
    .getByRole('button', { name: 'Remove', exact: true })
    .press('Enter')
  await expectToast(page, 'Error removing friend')
})

test('on a phone the panel is a sheet that remembers its tab, and a friend is removed @long', async ({ visitors }) => {
  const { url } = clutch()
  const [anna, boris] = [newSteamId(), newSteamId()]
  const friend = await Player.signIn(url, boris)
  const page = await visitors.open(PHONE)
  await enter(page, url, { steamId: anna })
  await page.goto(`${url}/inventory/page`)
  const { user } = await friend.call('GET /get_profile')
  const annas = await Player.signIn(url, anna)
  await annas.call('POST /social/send-friend-invite', { friend_uuid: user.id })
  const { user: own } = await annas.call('GET /get_profile')
  await friend.call('POST /social/accept-friend-invite', { friend_uuid: own.id })
  await friend.call('POST /social/create-trade', { user_uuid: own.id })
  await expect(opener(page)).toHaveAccessibleName('Friends and trades: 1 waiting')
  await opener(page).tap()
  await panel(page)
    .getByRole('tab', { name: /^Trades/ })
    .tap()
  await expectAccessible(page, 'the panel on a phone')
  await panel(page)
    .getByRole('button', { name: /^Show the trade/ })
    .tap()
  await expectAccessible(page, 'the trade on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await table(page).getByRole('button', { name: 'Decline trade' }).tap()
  await expect(table(page).getByText('was declined. Nothing has moved.')).toBeVisible()
  await table(page).getByRole('button', { name: 'OK' }).tap()
  await page.reload()
  await opener(page).tap()
  await expect(panel(page).getByRole('tab', { name: /^Trades/ })).toHaveAttribute('aria-selected', 'true')
  await panel(page)
    .getByRole('tab', { name: /^Friends/ })
    .tap()
  await panel(page)
    .getByRole('button', { name: `Remove ${nameOf(boris)}` })
    .tap()
  const question = page.getByRole('dialog', { name: `Remove ${nameOf(boris)}` })
  await expect(question).toContainText('Are you sure you want to remove this friend?')
  await question.getByRole('button', { name: 'Remove', exact: true }).tap()
  await expectToast(page, 'A friend has been removed')
  await panel(page).getByRole('button', { name: 'Close' }).tap()
  await page.setViewportSize({ width: 320, height: 700 })
  await chooseLanguage(page, 'Русский')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Друзья и обмены/ })
    .tap()
  await expectAccessible(page, 'the panel at 320 px in Russian')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
