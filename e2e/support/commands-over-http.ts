import type { Page } from '@playwright/test'
import type { Visitors } from './journey.ts'

/** The part of the app that sends over the live connection. */
const SENDING_PART = /\/assets\/live-calls-[\w-]+\.js/

/**
 * Keeps a page's commands on HTTP, where a journey can answer them itself: without the part that sends over the live
 * connection the app falls back to it. To be called before the page opens.
 */
export async function keepCommandsOnHttp(page: Page, visitors: Visitors): Promise<void> {
  visitors.expectComplaint(SENDING_PART)
  await page.route(SENDING_PART, (route) => route.abort())
}
