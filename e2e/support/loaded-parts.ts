import type { Page } from '@playwright/test'

/** One part after the other is fetched: when none has been for so long, all are there. */
const SILENCE_MS = 2_000

/** Waits until the page has fetched in its idle time what nobody has asked for yet. */
export async function expectPartsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    (silenceMs) => {
      const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
      const lastMs = Math.max(...files.map(({ startTime, duration }) => startTime + duration))
      // A popup of a page that nobody has opened is among the last.
      return files.some(({ name }) => name.includes('GuideDialog')) && performance.now() - lastMs > silenceMs
    },
    SILENCE_MS,
    { timeout: 60_000 },
  )
}
