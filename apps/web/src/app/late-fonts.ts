import { queryClient } from '#shared/api/query-client.ts'
import { whenIdle } from '#shared/timing/when-idle.ts'

/** However busy the page is, after this long it counts as drawn. */
const BUSY_MAX_MS = 500

/** The first view goes first: fonts that are not at hand come when it is drawn (boot.ts, tokens.css). */
export async function askForFontsAfter(firstView: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(firstView)
  // Now the page asks for what it alone shows.
  await drawn()
  await allIsRead()
  await drawn()
  document.documentElement.dataset['fonts'] ??= 'asked'
}

function drawn(): Promise<void> {
  return new Promise((resolve) => whenIdle(resolve, BUSY_MAX_MS, BUSY_MAX_MS))
}

/** Resolves when no answer is awaited. */
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
