import type { Page } from '@playwright/test'

/** Waits until the page has fetched in its idle time what nobody has asked for yet. */
export async function expectPartsLoaded(page: Page): Promise<void> {
  // The last part that loads by itself is a popup of a page that nobody has opened.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => name.includes('GuideDialog')),
    undefined,
    { timeout: 60_000 },
  )
  await page.waitForLoadState('networkidle')
}
