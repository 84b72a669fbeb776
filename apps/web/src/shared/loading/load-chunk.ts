import { create } from 'zustand'
import { checkBuild } from './build.ts'
import { StuckImportError } from './fetch-first.ts'

/** Short, since most failures are a moment without a network. */
const RETRY_DELAY_MS = 500
const RETRY_DELAY_FACTOR = 2
/** Longest retry delay, so that content appears soon after the server returns. */
const RETRY_DELAY_MAX_MS = 10_000

interface Failing {
  /** Chunks that failed to load and are retried. */
  readonly failing: number
  /** Places on screen that report it. */
  readonly places: number
  /** Whether retries may be useless until the page is reloaded. */
  readonly isStuck: boolean
}

const useFailing = create<Failing>()(() => ({ failing: 0, places: 0, isStuck: false }))

/** Whether a page or a popup waits for a missing chunk. */
export function useIsChunkMissing(): boolean {
  return useFailing(({ failing }) => failing > 0)
}

/** Whether a chunk is missing and no place on screen reports it. */
export function useIsMissingUnreported(): boolean {
  return useFailing(({ failing, places }) => failing > 0 && places === 0)
}

/** Whether a missing chunk may need a page reload. */
export function useIsImportStuck(): boolean {
  return useFailing(({ isStuck }) => isStuck)
}

/** Registers a place that reports the missing chunk. @returns unregisters it */
export function reportMissing(): () => void {
  useFailing.setState(({ places }) => ({ places: places + 1 }))
  return () => useFailing.setState(({ places }) => ({ places: places - 1 }))
}

const retryNowListeners = new Set<() => void>()

/** Ends the current retry delays. */
export function retryChunksNow(): void {
  for (const retry of retryNowListeners) retry()
}

/**
 * Loads code or texts of the app, retrying until it succeeds; never rejects. A rejection would stay cached in the
 * component, which would be broken until a page reload.
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  let isFailing = false
  for (let delayMs = RETRY_DELAY_MS; ; delayMs = Math.min(delayMs * RETRY_DELAY_FACTOR, RETRY_DELAY_MAX_MS)) {
    try {
      const part = await load()
      if (isFailing) useFailing.setState(({ failing }) => ({ failing: failing - 1 }))
      return part
    } catch (cause) {
      console.warn('App chunk failed to load, retrying', cause)
      if (!isFailing) useFailing.setState(({ failing }) => ({ failing: failing + 1 }))
      isFailing = true
      if (cause instanceof StuckImportError) useFailing.setState({ isStuck: true })
      // Files removed by a deploy never come back: offer the new build.
      void checkBuild()
    }
    await wait(delayMs)
  }
}

/** Ends early when the network is back or the player presses retry. */
function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      retryNowListeners.delete(end)
      resolve()
    }
    const timer = setTimeout(end, delayMs)
    retryNowListeners.add(end)
  })
}
