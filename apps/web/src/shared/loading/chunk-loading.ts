import { create } from 'zustand'
import { checkBuild } from './build.ts'
import { StuckImportError } from './fetch-first.ts'
import { retryUntilLoaded } from './retry-until-loaded.ts'

interface Failing {
  /** Parts that failed to load and are tried again. */
  readonly failing: number
  /** How many places on the screen say so. */
  readonly places: number
  /** Whether trying again may be in vain until the page is loaded anew. */
  readonly isStuck: boolean
}

const useFailing = create<Failing>()(() => ({ failing: 0, places: 0, isStuck: false }))

/** Whether something is missing that a page or a popup waits for. */
export function useIsChunkMissing(): boolean {
  return useFailing(({ failing }) => failing > 0)
}

/** Whether something is missing and no place on the screen says so. */
export function useIsMissingUnreported(): boolean {
  return useFailing(({ failing, places }) => failing > 0 && places === 0)
}

/** Whether what is missing may need the page loaded anew. */
export function useIsImportStuck(): boolean {
  return useFailing(({ isStuck }) => isStuck)
}

/** For the place that says that something is missing. @returns what to call when it is gone */
export function reportMissing(): () => void {
  useFailing.setState(({ places }) => ({ places: places + 1 }))
  return () => useFailing.setState(({ places }) => ({ places: places - 1 }))
}

const retryNowListeners = new Set<() => void>()

/** Tries at once what would be tried a while later. */
export function retryChunksNow(): void {
  for (const retry of retryNowListeners) retry()
}

/** Loads code or texts of the app; the promise never rejects. */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  let isFailing = false
  const part = await retryUntilLoaded(load, {
    wait,
    onFailure(cause) {
      console.warn('A part of the app did not load and is tried again', cause)
      if (!isFailing) useFailing.setState(({ failing }) => ({ failing: failing + 1 }))
      isFailing = true
      if (cause instanceof StuckImportError) useFailing.setState({ isStuck: true })
      // What a deploy took away never comes back: the new build is offered instead.
      void checkBuild()
    },
  })
  if (isFailing) useFailing.setState(({ failing }) => ({ failing: failing - 1 }))
  return part
}

/** Ends early when the network comes back or somebody presses for it. */
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
