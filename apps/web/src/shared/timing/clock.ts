export interface Timer {
  cancel(): void
}

/** The only time that timers and the live library know; tests bring their own. */
export interface Clock {
  schedule(work: () => void, delayMs: number): Timer
}

export const browserClock: Clock = {
  schedule(work, delayMs) {
    const id = setTimeout(work, delayMs)
    return { cancel: () => clearTimeout(id) }
  },
}
