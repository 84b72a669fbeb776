import type { Page } from '@playwright/test'

/** Waits until all that fades or slides in stands: half-way in, colours are faint and places wrong. */
export async function endFading(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished)
    // What is taken away meanwhile is not waited for.
    await Promise.allSettled(ending)
  })
}
