import { expect, type Page } from '@playwright/test'

const KEPT = 'toldByToasts'

/** For a page before anything in it runs: keeps what short notes say. They go after 3 s, sooner than a busy machine may look. */
export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript((kept) => {
    const told: string[] = []
    Reflect.set(window, kept, told)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (!(target instanceof Element) || !target.hasAttribute('data-toasts')) continue
        told.push(...Array.from(addedNodes, (node) => node.textContent ?? ''))
      }
    }).observe(document, { childList: true, subtree: true })
  }, KEPT)
}

/** All that notes have said on a page since it was loaded or something was last expected, a line each. */
export async function toldOn(page: Page): Promise<string> {
  return (await readTold(page)).join('\n')
}

/** Waits for a note that says so. What was told up to it counts no more: a second note needs to come anew. */
export async function expectTold(page: Page, text: string | RegExp): Promise<void> {
  const isIt = (told: string): boolean => (typeof text === 'string' ? told.includes(text) : text.test(told))
  let told: readonly string[] = []
  await expect.poll(async () => (told = await readTold(page)).some(isIt), { message: `A note says ${text}` }).toBe(true)
  const count = told.findIndex(isIt) + 1
  await page.evaluate(([kept, known]) => Reflect.get(window, kept).splice(0, known), [KEPT, count] as const)
}

function readTold(page: Page): Promise<readonly string[]> {
  return page.evaluate((kept) => Reflect.get(window, kept), KEPT)
}
