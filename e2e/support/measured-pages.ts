import type { Page } from '@playwright/test'

/** Window size of all measurements. */
export const MEASURED_VIEWPORT = { width: 1_440, height: 900 }

/** Pages of a living demo world for a signed-in player, as table label and address. */
export const MEASURED_PAGES = {
  home: '/',
  market: '/marketplace/market',
  'market with an item open': '/marketplace/market#/item=1001',
  inventory: '/inventory/page',
  craft: '/craft/receipts',
  farms: '/factory/receipts',
  harvest: '/harvest/receipts',
} as const

/**
 * Measures the page's main thread from now on, in thread time, so that other programs on the machine do not count.
 * @returns reads the current value of a DevTools metric, such as `TaskDuration` in seconds
 */
export async function countMainThread(page: Page): Promise<() => Promise<(metric: string) => number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? 0
  }
}
