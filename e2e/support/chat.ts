import type { Page } from '@playwright/test'
import { enter, expect } from './journey.ts'
import { newSteamId } from './player.ts'

export const panel = (page: Page) => page.getByRole('region', { name: 'Chat' })
export const lines = (page: Page) => panel(page).getByRole('log').getByRole('listitem')
export const field = (page: Page) => panel(page).getByRole('textbox')

/** Enters and opens the chat next to a page without other activity. */
export async function openChat(page: Page, url: string, steamId = newSteamId()): Promise<void> {
  await enter(page, url, { steamId })
  await page.goto(`${url}/craft/receipts`)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Open the chat/ })
    .click()
  await expect(field(page)).toBeEnabled()
}

export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** Makes the chat show only the channel with this name. */
export async function showOnly(page: Page, channel: RegExp): Promise<void> {
  const channels = page.getByRole('button', { name: /^Channels/ })
  await channels.click()
  for (const shown of await page.getByRole('checkbox', { checked: true }).all()) await shown.uncheck()
  await expect(channels).toHaveText(/Select channels$/)
  await page.getByRole('checkbox', { name: channel }).check()
  await page.keyboard.press('Escape')
}
