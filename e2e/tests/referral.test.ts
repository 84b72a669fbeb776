import { expectAccessible } from '../support/accessibility.ts'
import { expect, pressInAccountMenu, serveClutch, signIn, signOut, test } from '../support/journey.ts'
import { expectNothingCut, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'
import type { Page } from '@playwright/test'

const COPPER_ORE = 1_001
const clutch = serveClutch()

async function openInvitation(page: Page) {
  await pressInAccountMenu(page, 'Invite friends')
  const dialog = page.getByRole('dialog', { name: 'Invite friends' })
  await expect(dialog.getByLabel('Your link')).toBeVisible()
  return dialog
}

test('a friend follows the link in the account menu, and both see it, also on a phone', async ({ visitors }) => {
  const { url } = clutch()
  const anna = await visitors.open()
  await signIn(anna, url, { name: 'Yolanda Brightpan' })
  const own = await openInvitation(anna)
  await expect(own).toContainText('No one has used your link yet.')
  await expectAccessible(anna, 'the referral link')
  const link = await own.getByLabel('Your link').inputValue()

  const friend = await visitors.open({ ...PHONE, viewport: { width: 320, height: 700 } })
  await friend.goto(link)
  await expect(friend).toHaveURL(`${url}/`)
  const steamId = newSteamId()
  await signIn(friend, url, { steamId })
  const came = 'Yolanda Brightpan invited you'
  await expect(await openInvitation(friend)).toContainText(`${came}. Trade with others for 10,000 coins in total`)
  await expectNothingCut(friend)

  await anna.reload()
  const waiting = await openInvitation(anna)
  await expect(waiting).toContainText('Used your link: 1. Rewarded: 0.')
  await expect(waiting.getByRole('listitem').last()).toContainText('Hasn’t traded yet')

  const [seller, buyer] = [await Player.signIn(url), await Player.signIn(url, steamId)]
  await seller.offer(COPPER_ORE, 1, 10_000)
  await buyer.call('POST /marketplace/buy-lot', { item_type_id: COPPER_ORE, price: 10_000, count: 1 })
  await anna.reload()
  const rewarded = await openInvitation(anna)
  await expect(rewarded).toContainText('Used your link: 1. Rewarded: 1.')
  await expect(rewarded.getByRole('listitem').last()).toContainText('Rewarded')
  await friend.reload()
  await expect(await openInvitation(friend)).toContainText(`${came}, and you both got a reward`)

  await test.step('another account that signs in on the same browser later is not credited to the link', async () => {
    await friend.keyboard.press('Escape')
    await signOut(friend)
    await signIn(friend, url)
    const later = await openInvitation(friend)
    await expect(later).toContainText('No one has used your link yet.')
    await expect(later).not.toContainText('invited you')
  })
})
