import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no accessibility violations in the page's current state. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await withoutMotion(page, () =>
    new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze(),
  )
  const found = violations.flatMap(({ id, nodes }) => {
    const faulty = nodes.filter(({ html }) => id !== 'region' || !MENU.test(html))
    return faulty.length === 0 ? [] : [`${id}: ${faulty.map(({ html }) => html).join(' | ')}`]
  })
  expect.soft(found, what).toEqual([])
}

/** An open menu is at the end of the page, outside of all landmarks, and has the focus. */
const MENU = /^<[^>]* role="menu"/

/** What is fading in or out while it is measured, such as a toast, has too little contrast. */
async function withoutMotion<Result>(page: Page, run: () => Promise<Result>): Promise<Result> {
  const isReduced = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished)
    // Animations of elements removed meanwhile are not waited for.
    await Promise.allSettled(ending)
  })
  try {
    return await run()
  } finally {
    await page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : 'no-preference' })
  }
}
