import type { Page } from '@playwright/test'
import type { Visitors } from './journey.ts'

/** The chunk that sends commands over the live connection. */
const SENDING_PART = /\/assets\/live-calls-[\w-]+\.js/

/**
 * Keeps a page's commands on HTTP, where a journey can intercept them: the app falls back to it when the chunk for the
 * live connection fails to load. Call it before the page opens.
 */
export async function keepCommandsOnHttp(page: Page, visitors: Visitors): Promise<void> {
  visitors.expectComplaint(SENDING_PART)
  await page.route(SENDING_PART, (route) => route.abort())
}
