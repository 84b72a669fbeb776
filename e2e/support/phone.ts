import { expect, type Page } from '@playwright/test'

/** A phone held upright. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Nothing reaches beyond the sides of the screen. */
export async function expectNoSideways(page: Page): Promise<void> {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }))
  expect(content, page.url()).toBeLessThanOrEqual(screen)
}
