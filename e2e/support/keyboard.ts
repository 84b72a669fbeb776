import { expect, type Locator, type Page } from '@playwright/test'

/** A page has about forty tab stops: after more presses than this, the focus has gone round the whole page. */
const TABS_MAX = 60

/** Moves the focus to a control with the tab key, as people without a mouse do. */
export async function tabTo(page: Page, target: Locator, tabsMax: number = TABS_MAX): Promise<void> {
  // A popup takes the focus a frame after it opens: a tab pressed before that would start from the wrong place.
  await expect.poll(() => target.evaluate(hasFocusNear)).toBe(true)
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/**
 * Waits until the focus has settled: a popup that opens, closes or loses its focused control moves the focus a frame
 * later, and a key pressed before that would go to the wrong element.
 */
export async function untilFocusRests(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((rest) => requestAnimationFrame(() => requestAnimationFrame(rest))))
}

/** Runs in the page: whether the focus is where tabbing continues from, which in a popup is the popup itself. */
function hasFocusNear(target: Element): boolean {
  const popup = target.closest('[role="dialog"], [role="alertdialog"]')
  return popup === null || popup.contains(document.activeElement)
}
