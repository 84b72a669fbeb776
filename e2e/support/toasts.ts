import type { Locator, Page } from '@playwright/test'

/** Where short notes stand. */
export const toast = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })

/** Notes every toast from now on: they go after 3 s, sooner than a busy machine may look. */
export async function followToasts(page: Page): Promise<() => Promise<string>> {
  await toast(page).evaluate((region) => {
    new MutationObserver((changes) => {
      const texts = changes.flatMap(({ addedNodes }) => Array.from(addedNodes, (node) => node.textContent))
      document.documentElement.dataset['told'] = [document.documentElement.dataset['told'], ...texts].join('\n')
    }).observe(region, { childList: true })
  })
  return () => page.evaluate(() => document.documentElement.dataset['told'] ?? '')
}
