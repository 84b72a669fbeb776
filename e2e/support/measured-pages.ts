import type { Page } from '@playwright/test'

/** The window that everything is measured in. */
export const MEASURED_VIEWPORT = { width: 1_440, height: 900 }

/** Pages of a living demo world for somebody who has signed in: the name in the tables and the address. */
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
 * Counts what a page's main thread does from now on. It is the thread's own time: what other programs take of the
 * machine meanwhile is none of the page's.
 * @returns reads a metric of the DevTools protocol as it stands, such as `TaskDuration` in seconds
 */
export async function countMainThread(page: Page): Promise<() => Promise<(metric: string) => number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (wanted) => metrics.find(({ name }) => name === wanted)?.value ?? 0
  }
}
