import { queryClient } from '#shared/api/query-client.ts'
import { whenIdle } from '#shared/timing/when-idle.ts'

/** The first view counts as rendered after this long, however busy the page is. */
const BUSY_MAX_MS = 500

/** Loads uncached fonts after the first view, which takes priority (boot.ts, tokens.css). */
export async function askForFontsAfter(firstView: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(firstView)
  // Now the page requests its own data.
  await drawn()
  await allIsRead()
  await drawn()
  document.documentElement.dataset['fonts'] ??= 'asked'
}

function drawn(): Promise<void> {
  return new Promise((resolve) => whenIdle(resolve, BUSY_MAX_MS, BUSY_MAX_MS))
}

/** Resolves when no query is loading. */
function allIsRead(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = queryClient.getQueryCache().subscribe(look)
    look()
    function look(): void {
      if (queryClient.isFetching() > 0) return
      unsubscribe()
      resolve()
    }
  })
}
