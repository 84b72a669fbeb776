/** Short, since most failures are a moment without a network. */
export const RETRY_DELAY_MS = 500
export const RETRY_DELAY_FACTOR = 2
/** Longest retry delay, so that content appears soon after the server returns. */
export const RETRY_DELAY_MAX_MS = 10_000

interface RetryOptions {
  readonly wait: (delayMs: number) => Promise<void>
  readonly onFailure: (cause: unknown) => void
}

/**
 * Loads until it succeeds: a rejection would stay cached in the component, which would be broken until a page reload.
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
