import type { Page } from '@playwright/test'

/** Chunks are fetched one after another: after this long without a fetch, all of them have arrived. */
const SILENCE_MS = 2_000

/** Waits until the page has prefetched its chunks in idle time. */
export async function expectPartsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    (silenceMs) => {
      const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
      const lastMs = Math.max(...files.map(({ startTime, duration }) => startTime + duration))
      // The popup of an unopened page is among the last chunks.
      return files.some(({ name }) => name.includes('GuideDialog')) && performance.now() - lastMs > silenceMs
    },
    SILENCE_MS,
    { timeout: 60_000 },
  )
}
