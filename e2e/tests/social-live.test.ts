import type { Page } from '@playwright/test'
import { holdConnection } from '../support/held-connection.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'
import { opener, panel, table } from '../support/social.ts'
import { expectToast, toastTexts } from '../support/toasts.ts'

const COPPER_ORE = 1_001

const clutch = serveClutch()

/** Another account, whose player has the same name. */
const namesakeOf = (steamId: string) => steamId.replace('7656119000', '7656119100')

const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name: new RegExp(`^${name}`) })

const showTrade = (page: Page, name: string) =>
  panel(page)
    .getByRole('button', { name: `Show the trade with ${name}` })
    .press('Enter')

/** Anna, with the panel open on a fixed content, and another player; both act on other devices, too. */
async function openPanel(page: Page) {
  const { url } = clutch()
  const [annaId, borisId] = [newSteamId(), newSteamId()]
  const [hers, his] = [await Player.signIn(url, annaId), await Player.signIn(url, borisId)]
  const [{ user: anna }, { user: boris }] = [await hers.call('GET /get_profile'), await his.call('GET /get_profile')]
  await enter(page, url, { steamId: annaId })
  await page.goto(url)
  await opener(page).press('Enter')
  for (const name of ['Friends', 'Invitations', 'Trades']) await expect(tab(page, name)).toHaveText(`${name}0`)
  return { url, hers, his, anna, boris, borisId }
}

test('friends appear and disappear live, whichever device changes them', async ({ visitors }) => {
  const [page, elsewhere] = [await visitors.open(), await visitors.open()]
  const { url, hers, his, anna, boris, borisId } = await openPanel(page)
  const row = panel(page).getByRole('listitem').filter({ hasText: boris.name })

  await test.step('an invitation appears, and the search shows its sender accordingly', async () => {
    await tab(page, 'Search').press('Enter')
    await panel(page).getByRole('searchbox').fill(boris.name)
    await expect(row.getByRole('button', { name: `Invite ${boris.name}` })).toBeVisible()
    await his.call('POST /social/send-friend-invite', { friend_uuid: anna.id })
    await expect(tab(page, 'Invitations')).toHaveText('Invitations1')
    await expect(row.getByRole('button', { name: `Accept the invitation of ${boris.name}` })).toBeVisible()
    await hers.call('POST /social/accept-friend-invite', { friend_uuid: boris.id })
    await expectToast(page, 'Friend request accepted!')
    await expect(tab(page, 'Invitations')).toHaveText('Invitations0')
    await expect(row.getByRole('button', { name: 'Friend', exact: true })).toBeVisible()
  })

  await test.step('a friend who comes online and goes offline', async () => {
    await tab(page, 'Friends').press('Enter')
    await expect(row.getByText('Offline')).toBeAttached()
    await enter(elsewhere, url, { steamId: borisId })
    await elsewhere.goto(url)
    await expect(row.getByText('Online')).toBeAttached()
    await elsewhere.goto('about:blank')
    await expect(row.getByText('Offline')).toBeAttached({ timeout: 60_000 })
  })

  await test.step('a block by the player, and its end', async () => {
    await hers.call('POST /social/block-user', { user_uuid: boris.id })
    await expect(panel(page).getByText('No friends yet')).toBeVisible()
    await expect(panel(page).getByText('Blocked players (1)')).toBeVisible()
    await hers.call('POST /social/unblock-user', { user_uuid: boris.id })
    await expect(panel(page).getByText('Blocked players (0)')).toBeVisible()
  })

  await test.step('an own invitation that is declined cannot be repeated at once', async () => {
    await hers.call('POST /social/send-friend-invite', { friend_uuid: boris.id })
    await tab(page, 'Invitations').press('Enter')
    await expect(row).toBeVisible()
    await his.call('POST /social/decline-friend-invite', { friend_uuid: anna.id })
    await expectToast(page, 'Friend request declined')
    await expect(panel(page).getByText('No pending invitations')).toBeVisible()
    visitors.expectComplaint(/status of 4/)
    await tab(page, 'Search').press('Enter')
    await panel(page).getByRole('searchbox').fill(boris.name)
    await panel(page)
      .getByRole('button', { name: `Invite ${boris.name}` })
      .press('Enter')
    await expectToast(page, 'You can send another after seven days')
  })

  await test.step('a name like one that was just declined is marked', async () => {
    await tab(page, 'Invitations').press('Enter')
    const clara = newSteamId()
    for (const [steamId, times] of [
      [clara, 0],
      [namesakeOf(clara), 1],
    ] as const) {
      const each = await Player.signIn(url, steamId)
      const { user } = await each.call('GET /get_profile')
      await each.call('POST /social/send-friend-invite', { friend_uuid: anna.id })
      const invitation = panel(page).getByRole('listitem').filter({ hasText: user.name })
      await expect(invitation).toBeVisible()
      await expect(invitation.getByText('You just declined someone with this name')).toHaveCount(times)
      await invitation.getByRole('button', { name: `Decline the invitation of ${user.name}` }).press('Enter')
      await expect(invitation).toHaveCount(0)
    }
  })
})

test('a trade is announced where it is not in view, and only once', async ({ visitors }) => {
  const page = await visitors.open()
  const { url, hers, his, anna, boris, borisId } = await openPanel(page)
  await his.call('POST /social/send-friend-invite', { friend_uuid: anna.id })
  await hers.call('POST /social/accept-friend-invite', { friend_uuid: boris.id })
  await expectToast(page, 'Friend request accepted!')
  await tab(page, 'Trades').press('Enter')
  const confirm = (by: Player, id: string, coins: number, seen_revision: number, items: Record<string, number> = {}) =>
    by.call('POST /social/confirm-trade', { id, trade_item: { coins, items }, seen_revision })
  const own = await hers.call('POST /social/create-trade', { user_uuid: boris.id })
  await expect(tab(page, 'Trades')).toHaveText('Trades1')
  expect(await toastTexts(page)).not.toContain('wants to trade')
  await panel(page).getByText('Past trades').press('Enter')
  await expect(panel(page).getByText('No past trades')).toBeVisible()

  await test.step('a trade that is not covered any more, and one that completes', async () => {
    await confirm(hers, own.trade.id, 0, 0, { [COPPER_ORE]: 120 })
    await hers.offer(COPPER_ORE, 20, 999)
    await confirm(his, own.trade.id, 0, 1)
    await expectToast(page, `You no longer have everything you offered ${boris.name}`)
    await confirm(hers, own.trade.id, 0, 1, { [COPPER_ORE]: 100 })
    await confirm(his, own.trade.id, 0, 2)
    await expectToast(page, 'Trade completed successfully')
    await expect(panel(page).getByText('No open trades')).toBeVisible()
    await expect(panel(page).getByRole('listitem').filter({ hasText: 'Completed' })).toHaveCount(1)
  })

  await test.step('an open trade shows it in its popup only', async () => {
    const { trade } = await his.call('POST /social/create-trade', { user_uuid: anna.id })
    await expectToast(page, `${boris.name} wants to trade with you`)
    await showTrade(page, boris.name)
    await confirm(his, trade.id, 7, 0)
    await expect(table(page).getByRole('region', { name: `${boris.name} gives` })).toContainText('7')
    // Typed values and confirmations from another device do not overwrite each other.
    const coins = table(page).getByRole('spinbutton', { name: 'Coins' })
    await coins.fill('3')
    await confirm(hers, trade.id, 2, 1)
    const gives = table(page).getByRole('region', { name: 'You give' })
    await expect(table(page).getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
    await expect(gives).toContainText('not confirmed yet')
    await expect(coins).toHaveValue('3')
    await coins.fill('2')
    await expect(gives).not.toContainText('not confirmed yet')
    await his.call('POST /social/decline-trade', { id: trade.id })
    await expect(table(page).getByText(`The trade with ${boris.name} was declined`)).toBeVisible()
    expect(await toastTexts(page)).not.toContain('declined')
    await table(page).getByRole('button', { name: 'OK' }).press('Enter')
  })

  await test.step('a trade that completes in its popup is not announced either', async () => {
    const { trade } = await his.call('POST /social/create-trade', { user_uuid: anna.id })
    await expectToast(page, `${boris.name} wants to trade with you`)
    await opener(page).press('Enter')
    await showTrade(page, boris.name)
    await confirm(his, trade.id, 7, 0)
    await confirm(hers, trade.id, 0, 1)
    await expect(table(page).getByText('Trade completed successfully')).toBeVisible()
    expect(await toastTexts(page)).not.toContain('completed')
    await table(page).getByRole('button', { name: 'OK' }).press('Enter')
  })

  await test.step('a name like that of a player whose trade was just declined is marked', async () => {
    await his.call('POST /social/create-trade', { user_uuid: anna.id })
    await opener(page).press('Enter')
    const clara = await Player.signIn(url, namesakeOf(borisId))
    const { user } = await clara.call('GET /get_profile')
    await clara.call('POST /social/send-friend-invite', { friend_uuid: anna.id })
    await tab(page, 'Invitations').press('Enter')
    const invitation = panel(page).getByRole('listitem').filter({ hasText: user.name })
    await expect(invitation).toContainText(`Looks like the name of your friend ${boris.name}`)
    await tab(page, 'Trades').press('Enter')
    await panel(page)
      .getByRole('button', { name: `Decline the trade with ${boris.name}` })
      .press('Enter')
    await expect(panel(page).getByText('No open trades')).toBeVisible()
    await tab(page, 'Invitations').press('Enter')
    await expect(invitation).toContainText('You just declined someone with this name')
  })
})

test('changes to a trade while the connection was down are shown once it is back', async ({ visitors }) => {
  const page = await visitors.open()
  visitors.expectComplaint(/WebSocket/)
  const connection = await holdConnection(page)
  const { url, hers, his, anna, boris, borisId } = await openPanel(page)
  await his.call('POST /social/send-friend-invite', { friend_uuid: anna.id })
  await hers.call('POST /social/accept-friend-invite', { friend_uuid: boris.id })
  const { trade } = await his.call('POST /social/create-trade', { user_uuid: anna.id })
  await tab(page, 'Trades').press('Enter')
  await showTrade(page, boris.name)
  const offer = table(page).getByRole('region', { name: `${boris.name} gives` })
  await expect(offer).toContainText('Nothing yet')

  await connection.cut()
  await his.call('POST /social/confirm-trade', { id: trade.id, trade_item: { coins: 7, items: {} }, seen_revision: 0 })
  connection.mend()
  await expect(offer).toContainText('confirmed', { timeout: 60_000 })
  await expect(table(page).getByRole('button', { name: 'Confirm' })).toBeEnabled()

  await connection.cut()
  await his.call('POST /social/decline-trade', { id: trade.id })
  connection.mend()
  await expect(table(page).getByText(`The trade with ${boris.name} was declined`)).toBeVisible({ timeout: 60_000 })
  await table(page).getByRole('button', { name: 'OK' }).press('Enter')

  await test.step('declining in the popup warns of that name, too', async () => {
    await his.call('POST /social/create-trade', { user_uuid: anna.id })
    await opener(page).press('Enter')
    await showTrade(page, boris.name)
    await table(page).getByRole('button', { name: 'Decline trade' }).press('Enter')
    await table(page).getByRole('button', { name: 'OK' }).press('Enter')
    const clara = await Player.signIn(url, namesakeOf(borisId))
    await clara.call('POST /social/send-friend-invite', { friend_uuid: anna.id })
    await opener(page).press('Enter')
    await tab(page, 'Invitations').press('Enter')
    await expect(panel(page).getByText('You just declined someone with this name')).toBeVisible()
  })
})
