import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { endFading } from './fading.ts'

/** Nothing on the page as it stands keeps anybody out. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await endFading(page)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect.soft(told, what).toEqual([])
}
