import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { browserClock, type Clock, type Timer } from './clock.ts'

export interface DebounceTimes {
  /** Runs after this long without a request. */
  readonly delayMs: number
  /** Runs at most this long after the first request, even while requests continue. */
  readonly maxMs?: number
}

export interface Debounce {
  readonly request: () => void
  /** Cancels a pending run. */
  readonly cancel: () => void
}

/** Runs work once requests pause, or once the first of them has waited `maxMs`. */
export function createDebounce(
  work: () => void,
  { delayMs, maxMs }: DebounceTimes,
  clock: Clock = browserClock,
): Debounce {
  let pause: Timer | undefined
  let limit: Timer | undefined

  const cancel = () => {
    pause?.cancel()
    limit?.cancel()
    limit = undefined
  }
  const run = () => {
    cancel()
    work()
  }
  return {
    request() {
      pause?.cancel()
      pause = clock.schedule(run, delayMs)
      if (maxMs !== undefined) limit ??= clock.schedule(run, maxMs)
    },
    cancel,
  }
}

/** A debounce that runs the latest render's callback and ends with the component. */
export function useDebounced(work: () => void, { delayMs, maxMs }: DebounceTimes): Debounce {
  const run = useEffectEvent(work)
  const debounce = useRef<Debounce | null>(null)
  useEffect(() => {
    const own = createDebounce(() => run(), { delayMs, ...(maxMs !== undefined && { maxMs }) })
    debounce.current = own
    return () => own.cancel()
  }, [delayMs, maxMs])
  return { request: () => debounce.current?.request(), cancel: () => debounce.current?.cancel() }
}

/** The value, once it has been stable for the delay. */
export function useDebouncedValue<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = browserClock.schedule(() => setDebounced(value), delayMs)
    return () => timer.cancel()
  }, [value, delayMs])
  return debounced
}
