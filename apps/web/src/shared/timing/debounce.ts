import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { browserClock, type Clock, type Timer } from './clock.ts'

export interface DebounceTimes {
  /** Work begins once nothing was asked for this long. */
  readonly delayMs: number
  /** However often it is asked, work begins this long after the first request at the latest. */
  readonly maxMs?: number
}

export interface Debounce {
  readonly request: () => void
  /** Forgets what was asked for and not done yet. */
  readonly cancel: () => void
}

/** Works once requests pause, or once the first of them has waited long enough. */
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

/** A debounce of the component: it works with what the latest render knows, and ends with the component. */
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

/** The value once it has stayed the same for the delay. */
export function useDebouncedValue<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = browserClock.schedule(() => setDebounced(value), delayMs)
    return () => timer.cancel()
  }, [value, delayMs])
  return debounced
}
