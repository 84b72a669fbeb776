import type { Page } from '@playwright/test'

/** `PAGES=slow` finds pages and journeys that work only where pages compute quickly. */
export const ARE_PAGES_SLOW = process.env['PAGES'] === 'slow'

/** Slowdown factor of a page's processor. */
const RATE = 6

/** Makes a page compute as slowly as on a very busy machine. */
export async function makePageSlow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: RATE })
}
