export interface Timer {
  cancel(): void
}

/** The source of time for timers and the live connection; tests inject a fake one. */
export interface Clock {
  /** The device's clock in Unix milliseconds; unlike timers it continues while the device sleeps. */
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
