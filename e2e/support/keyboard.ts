import { expect, type Locator, type Page } from '@playwright/test'

/** Whoever has to press more often than this to get somewhere has lost the way. */
const TABS_MAX = 40

/** Goes to a control as people without a mouse do: with the tab key. */
export async function tabTo(page: Page, target: Locator, tabsMax: number = TABS_MAX): Promise<void> {
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
