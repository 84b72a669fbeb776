import type { Page } from '@playwright/test'

/** `PAGES=slow` looks for pages and journeys that only hold where a page computes quickly. */
export const ARE_PAGES_SLOW = process.env['PAGES'] === 'slow'

/** How many times as long as otherwise everything takes that a page does. */
const RATE = 6

/** Makes a page compute as slowly as on a very busy machine. */
export async function makePageSlow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: RATE })
}
