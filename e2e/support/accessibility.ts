import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { endFading } from './fading.ts'

/** Expects no accessibility violations in the page's current state. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await endFading(page)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect.soft(found, what).toEqual([])
}
