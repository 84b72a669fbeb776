import type { Page, Route } from '@playwright/test'

/** Code that loads later than the first view. */
const LATER_CODE = /\/assets\/.*\.(?:js|css)$/

/** While it lasts, code that the page does not have yet cannot be had. */
export interface MissingCode {
  /** How often it was asked for in vain. */
  readonly asked: number
  /** When that was last, ms. */
  readonly askedAtMs: number
  /** Lets it be had again. */
  end(): Promise<void>
}

/**
 * Notes what code comes, for a page that is still to be opened. Playwright switches off the cache of a page whose
 * requests it holds: what has come and is only now imported is asked for once more. That is let through, as the browser
 * of a player has it and asks nobody.
 * @returns what to call when no more may come
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
