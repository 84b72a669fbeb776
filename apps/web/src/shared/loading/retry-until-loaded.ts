/** The first repeat comes soon: most failures are a moment without a network. */
export const RETRY_DELAY_MS = 500
export const RETRY_DELAY_FACTOR = 2
/** However long the server is away, it is asked this often at least, so that what waits appears soon after its return. */
export const RETRY_DELAY_MAX_MS = 10_000

interface RetryOptions {
  readonly wait: (delayMs: number) => Promise<void>
  readonly onFailure: (cause: unknown) => void
}

/**
 * Loads a part of the app, however often that takes: a rejection would be kept by whoever waits for it, and the part
 * would stay broken until the page is loaded anew.
 */
export async function retryUntilLoaded<Part>(
  load: () => Promise<Part>,
  { wait, onFailure }: RetryOptions,
): Promise<Part> {
  for (let delayMs = RETRY_DELAY_MS; ; delayMs = Math.min(delayMs * RETRY_DELAY_FACTOR, RETRY_DELAY_MAX_MS)) {
    try {
      return await load()
    } catch (cause) {
      onFailure(cause)
    }
    await wait(delayMs)
  }
}
