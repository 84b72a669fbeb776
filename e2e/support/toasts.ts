import { expect, type Page } from '@playwright/test'

const KEPT = 'shownToasts'

/**
 * Records the texts of toasts; call it before the page runs any code. Toasts disappear after 3 s, sooner than a busy
 * machine may look.
 */
export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript((kept) => {
    const texts: string[] = []
    Reflect.set(window, kept, texts)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (!(target instanceof Element) || !target.hasAttribute('data-toasts')) continue
        texts.push(...Array.from(addedNodes, (node) => node.textContent ?? ''))
      }
    }).observe(document, { childList: true, subtree: true })
  }, KEPT)
}

/** Texts of all toasts since the page was loaded or `expectToast` last matched, one per line. */
export async function toastTexts(page: Page): Promise<string> {
  return (await readToasts(page)).join('\n')
}

/** Waits for a toast with this text and discards it and all earlier ones, so that a second toast must be new. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const isIt = (toast: string): boolean => (typeof text === 'string' ? toast.includes(text) : text.test(toast))
  let texts: readonly string[] = []
  await expect
    .poll(async () => (texts = await readToasts(page)).some(isIt), { message: `A toast says ${text}` })
    .toBe(true)
  const count = texts.findIndex(isIt) + 1
  await page.evaluate(([kept, known]) => Reflect.get(window, kept).splice(0, known), [KEPT, count] as const)
}

function readToasts(page: Page): Promise<readonly string[]> {
  return page.evaluate((kept) => Reflect.get(window, kept), KEPT)
}
