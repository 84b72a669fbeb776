import type { Page } from '@playwright/test'

/** Reports all complaints of a page: errors, failed loads, violations of the content security policy. */
export async function watchPage(page: Page, report: (complaint: string) => void): Promise<void> {
  page.on('pageerror', (error) => report(`error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`)
  })
  // Violations that are report-only or that an element swallows are never logged as console errors.
  await page.exposeFunction('reportViolation', (violation: string) => report(`policy: ${violation}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation: (violation: string) => void }
      reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
}
