import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, pressInAccountMenu, select, serveClutch, signIn, test } from '../support/journey.ts'
import { newSteamId } from '../support/player.ts'

const EXPORTED_WITHIN_MS = 20_000
const ZIP_START = 'PK'

const clutch = serveClutch()

test('a player downloads their data, and creates, uses and revokes a key', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(url)
  await pressInAccountMenu(page, 'Your data')
  await expect(page.getByRole('heading', { level: 2, name: 'Download your data' })).toBeVisible()
  await expectAccessible(page, 'your data')

  await page.getByRole('button', { name: 'Prepare the file' }).click()
  const download = page.getByRole('button', { name: 'Download' })
  await expect(download).toBeVisible({ timeout: EXPORTED_WITHIN_MS })
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect((await readFile(await file.path())).toString('latin1').slice(0, ZIP_START.length)).toBe(ZIP_START)

  await page.getByLabel('Name').fill('My spreadsheet')
  await page.getByRole('checkbox', { name: /^See prices/ }).click()
  await select(page.getByRole('combobox', { name: 'Expires' }), 'In a year')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your new key' })
  const secret = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  expect(secret).toMatch(/^clp_/)
  await expectAccessible(page, 'a new key')
  await page.keyboard.press('Escape')
  await expect(page.getByText('My spreadsheet')).toBeVisible()
  const headers = { authorization: `Bearer ${secret}` }
  const used = await page.request.get(`${url}/api/marketplace/frozen-items`, { headers })
  expect(used.status()).toBe(200)
  await expect(async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Last 20 uses' }).click()
    await expect(page.getByText('GET /marketplace/frozen-items')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectAccessible(page, 'uses of a key')

  await page.getByRole('button', { name: 'Revoke My spreadsheet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You have no keys.')).toBeVisible()
})

test('a player asks to be deleted with the keyboard, signs in again and keeps the account', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ viewport: { width: 390, height: 844 } })
  visitors.expectComplaint(/status of 401/)
  const steamId = newSteamId()
  await enter(page, url, { steamId })
  await page.goto(`${url}/account`)
  await page.getByRole('button', { name: 'Delete account…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  await expectAccessible(page, 'confirming the deletion')
  await dialog.getByLabel('Type DELETE to confirm').fill('delete')
  await dialog.getByRole('button', { name: 'Delete account' }).press('Enter')
  await expect(dialog.getByText('Type DELETE exactly as shown.')).toBeVisible()
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete account' }).press('Enter')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(/^Your account will be deleted .* Sign in before then to keep it\.$/)).toBeVisible()

  await signIn(page, url, { steamId })
  const keep = page.getByRole('button', { name: 'Keep my account' })
  await expect(keep).toBeVisible()
  await expectAccessible(page, 'an account that will be deleted')
  await keep.press('Enter')
  await expect(keep).toBeHidden()
  await page.goto(`${url}/account`)
  await expect(page.getByRole('button', { name: 'Delete account…' })).toBeVisible()
})
