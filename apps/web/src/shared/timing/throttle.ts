import { useEffect, useEffectEvent, useRef } from 'react'
import { browserClock, type Clock, type Timer } from './clock.ts'

export interface Throttle {
  readonly request: () => void
  /** Cancels a pending run. */
  readonly cancel: () => void
}

/** Runs work at once, then at most once per interval while requested, and once more at the end. */
export function createThrottle(work: () => void, intervalMs: number, clock: Clock = browserClock): Throttle {
  let timer: Timer | undefined
  let isWanted = false

  const run = () => {
    isWanted = false
    work()
    timer = clock.schedule(() => {
      timer = undefined
      if (isWanted) run()
    }, intervalMs)
  }
  return {
    request() {
      if (timer === undefined) run()
      else isWanted = true
    },
    cancel() {
      timer?.cancel()
      timer = undefined
      isWanted = false
    },
  }
}

/** A throttle that runs the latest render's callback and ends with the component. */
export function useThrottled(work: () => void, intervalMs: number): () => void {
  const run = useEffectEvent(work)
  const throttle = useRef<Throttle | null>(null)
  useEffect(() => {
    const own = createThrottle(() => run(), intervalMs)
    throttle.current = own
    return () => own.cancel()
  }, [intervalMs])
  return () => throttle.current?.request()
}
