import type { Locator, Page } from '@playwright/test'

/** `FRAMES=late` finds journeys that pass only if a frame is drawn before the next key press. */
export const ARE_FRAMES_LATE = process.env['FRAMES'] === 'late'

const FRAME_MS = 400
/** Delay between focusing a control and pressing a key on it; longer than a frame takes. */
const GAP_MS = 600

/** Makes a page as slow to draw as on a very busy machine; keys are pressed only after the next frame. */
export async function makeFramesLate(page: Page): Promise<void> {
  await page.addInitScript((frameMs) => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), frameMs)
    window.cancelAnimationFrame = (timer) => window.clearTimeout(timer)
  }, FRAME_MS)
  const locators = Object.getPrototypeOf(page.locator('body')) as Pick<Locator, 'press'>
  locators.press = pressLate
}

async function pressLate(this: Locator, key: string): Promise<void> {
  await this.focus()
  await this.page().waitForTimeout(GAP_MS)
  await this.page().keyboard.press(key)
}
