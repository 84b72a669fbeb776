import { expect, type Page } from '@playwright/test'

/** A phone in portrait orientation. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Nothing overflows the screen horizontally. */
export async function expectNoSideways(page: Page): Promise<void> {
  // Changes that follow a resize take a frame or two, such as redrawing a chart.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      page.url(),
    )
    .toBeLessThanOrEqual(0)
}

/**
 * No text or picture overflows the screen where it cannot be scrolled into view, and none is clipped by a box that
 * hides its overflow. Names that end in an ellipsis are allowed.
 */
export async function expectNothingCut(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findCut), page.url()).toEqual([])
}

/** Runs in the page: finds clipped elements. */
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
    // Visually hidden text for screen readers.
    if (width <= 1 || height <= 1 || look.visibility === 'hidden') continue
    if (element.closest('.visually-hidden') !== null) continue
    // A picture clips its own shapes.
    if (element.parentElement?.closest('svg') != null) continue
    // Content that moves behind a viewport is clipped on purpose.
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
