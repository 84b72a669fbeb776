import type { Page } from '@playwright/test'

export const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Friends and trades/ })
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Friends and trades' })
/** The popup of a friend trade. */
export const table = (page: Page) => page.getByRole('dialog', { name: /^Trade with/ })
