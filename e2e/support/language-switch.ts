import type { Language } from '@clutch/contract'
import { expect, type Page } from '@playwright/test'

const POLL_MS = 20

/** Switches the language of an open page, and waits until the whole page shows it. */
export function languageSwitch(page: Page): (language: Language) => Promise<void> {
  const underWay = new Set<unknown>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return async (language) => {
    // Dispatched, since an open dialog covers the header.
    await page.getByRole('banner').locator('[aria-haspopup=menu]').dispatchEvent('click')
    await page.locator(`[role=menuitemradio][lang=${language}]`).dispatchEvent('click')
    await page.waitForFunction(
      (wanted) => document.documentElement.lang === wanted && document.querySelector('[aria-busy="true"]') === null,
      language,
    )
    await expect.poll(() => underWay.size, { intervals: [POLL_MS] }).toBe(0)
  }
}
