import type { Page, Route } from '@playwright/test'

/** Code that loads after the first view. */
const LATER_CODE = /\/assets\/.*\.(?:js|css)$/

/** Until it ends, code that the page has not loaded yet is unavailable. */
export interface MissingCode {
  /** Number of failed requests. */
  readonly asked: number
  /** Time of the last failed request, ms. */
  readonly askedAtMs: number
  /** Makes the code available again. */
  end(): Promise<void>
}

/**
 * Records which code files have loaded, for a page that is still to be opened. Playwright disables the cache of a page
 * whose requests it intercepts, so a prefetched file is requested again on import. Those requests pass, because a
 * player's browser would serve them from its cache.
 * @returns makes all further files unavailable
 */
export function watchCode(page: Page): (refuse: (route: Route) => Promise<void>) => Promise<MissingCode> {
  const come = new Set<string>()
  page.on('requestfinished', (request) => come.add(request.url()))
  return async (refuse) => {
    let [asked, askedAtMs] = [0, 0]
    await page.route(LATER_CODE, async (route) => {
      if (come.has(route.request().url())) return route.continue()
      ;[asked, askedAtMs] = [asked + 1, Date.now()]
      return refuse(route)
    })
    return {
      get asked() {
        return asked
      },
      get askedAtMs() {
        return askedAtMs
      },
      end: () => page.unroute(LATER_CODE),
    }
  }
}
