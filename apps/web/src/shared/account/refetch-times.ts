import type { DebounceTimes } from '../timing/debounce.ts'

/**
 * When own lots are refetched after changes: one refetch covers the fills of this time, also while fills never pause.
 * Separate from its hook so that tests need no browser.
 */
export const REFETCH_TIMES = { delayMs: 250, maxMs: 1_000 } as const satisfies DebounceTimes
