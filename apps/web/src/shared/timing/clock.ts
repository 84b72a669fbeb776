export interface Timer {
  cancel(): void
}

/** The only time that timers and the live library know; tests bring their own. */
export interface Clock {
  /** The device's clock in Unix milliseconds: unlike timers, it goes on while the device sleeps. */
  nowMs(): number
  schedule(work: () => void, delayMs: number): Timer
}

export const browserClock: Clock = {
  nowMs: () => Date.now(),
  schedule(work, delayMs) {
    const id = setTimeout(work, delayMs)
    return { cancel: () => clearTimeout(id) }
  },
}
