import type { DebounceTimes } from '../timing/debounce.ts'

/**
 * When own lots are read again after changes. Many fills may come at once, and in a busy market without end: one read
 * answers those of this time. Apart from the hook that uses it, so that tests need no browser.
 */
export const REFETCH_TIMES = { delayMs: 250, maxMs: 1_000 } as const satisfies DebounceTimes
