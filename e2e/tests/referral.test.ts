import { expectAccessible } from '../support/accessibility.ts'
import { expect, serveClutch, signIn, test } from '../support/journey.ts'
import { expectNothingCut, PHONE } from '../support/phone.ts'
import type { Page } from '@playwright/test'

const clutch = serveClutch()

async function openInvitation(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.locator('#user-menu').getByRole('button', { name: 'Invite friends' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite friends' })
  await expect(dialog.getByLabel('Your link')).toBeVisible()
  return dialog
}

test('a friend comes by the link of the account menu, and both see it, on a phone too', async ({ visitors }) => {
  const { url } = clutch()
  const anna = await visitors.open()
  await signIn(anna, url, { name: 'Yolanda Brightpan' })
  const own = await openInvitation(anna)
  await expect(own).toContainText('Nobody has come by your link yet.')
  await expectAccessible(anna, 'the referral link')
  const link = await own.getByLabel('Your link').inputValue()

  const friend = await visitors.open({ ...PHONE, viewport: { width: 320, height: 700 } })
  await friend.goto(link)
  await expect(friend).toHaveURL(`${url}/`)
  await signIn(friend, url, { name: 'Little Ostrich' })
  await expect(await openInvitation(friend)).toContainText('You came by Yolanda Brightpan’s link')
  await expectNothingCut(friend)

  await anna.reload()
  await expect(await openInvitation(anna)).toContainText('Came by your link: 1. Rewarded: 0.')
})
