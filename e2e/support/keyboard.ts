import { expect, type Locator, type Page } from '@playwright/test'

/** Whoever has to press more often than this has gone all the way round a page, which has some forty stops, and lost it. */
const TABS_MAX = 60

/** Goes to a control as people without a mouse do: with the tab key. */
export async function tabTo(page: Page, target: Locator, tabsMax: number = TABS_MAX): Promise<void> {
  // A popup takes the focus a frame after it opens: a tab before that would count from elsewhere.
  await expect.poll(() => target.evaluate(hasFocusNear)).toBe(true)
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/**
 * Waits for what moves the focus: a popup that opens, closes or loses the control that had it moves it a frame later.
 * Somebody who presses a key before that presses it elsewhere; nobody is as quick.
 */
export async function untilFocusRests(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((rest) => requestAnimationFrame(() => requestAnimationFrame(rest))))
}

/** Runs in the page: whether the focus is where a tab goes on from, which in a popup is the popup. */
function hasFocusNear(target: Element): boolean {
  const popup = target.closest('[role="dialog"], [role="alertdialog"]')
  return popup === null || popup.contains(document.activeElement)
}
