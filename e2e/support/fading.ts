import type { Page } from '@playwright/test'

/** Waits until all transitions have ended: half-way through, colours are faint and positions wrong. */
export async function endFading(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished)
    // Animations of elements removed meanwhile are not waited for.
    await Promise.allSettled(ending)
  })
}
