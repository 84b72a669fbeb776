import { expect, type Page } from '@playwright/test'

/** A phone held upright. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Nothing reaches beyond the sides of the screen. */
export async function expectNoSideways(page: Page): Promise<void> {
  // What a change of the screen's size sets off takes a frame or two, such as a chart that is drawn anew.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      page.url(),
    )
    .toBeLessThanOrEqual(0)
}

/**
 * Nothing with words or a picture reaches beyond the screen where nobody can scroll to it, and nothing is cut off inside
 * a box that hides what does not fit. A name that ends in an ellipsis says so itself.
 */
export async function expectNothingCut(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findCut), page.url()).toEqual([])
}

/** Runs in the page: what is cut off. */
function findCut(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`page: ${scrollWidth}`] : []
  const isScrollable = (from: Element | null): boolean => {
    if (from === null) return false
    const scrolls = /auto|scroll/.test(getComputedStyle(from).overflowX) && from.scrollWidth > from.clientWidth
    return scrolls || isScrollable(from.parentElement)
  }
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const { left, right, width, height } = element.getBoundingClientRect()
    const look = getComputedStyle(element)
    // Hidden from eyes, but for those who listen.
    if (width <= 1 || height <= 1 || look.visibility === 'hidden') continue
    if (element.closest('.visually-hidden') !== null) continue
    // What passes by behind a window is meant to be cut by it.
    if (element.closest('[data-passing]') !== null) continue
    const hides = look.overflowX === 'hidden' || look.overflowX === 'clip'
    const isCutInside =
      hides &&
      look.textOverflow !== 'ellipsis' &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.clientWidth > 0
    const isBeyond = (right > clientWidth + 1 || left < -1) && !isScrollable(element.parentElement)
    if (isCutInside || isBeyond) found.push(element.outerHTML.slice(0, 160))
  }
  return found
}
