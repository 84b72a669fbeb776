import { SECOND_MS } from '@clutch/contract/formats'
import { useLayoutEffect, useState } from 'react'

/**
 * The time in Unix seconds, moving on every so many milliseconds while shown.
 * @param untilSec from when on nobody needs to know: then nothing is drawn anew
 */
export function useNowSec(everyMs: number, untilSec = Number.POSITIVE_INFINITY): number {
  const [nowSec, setNowSec] = useState(() => Math.floor(Date.now() / SECOND_MS))
  const isOver = nowSec >= untilSec
  useLayoutEffect(() => {
    if (isOver) return
    const tick = () => setNowSec(Math.floor(Date.now() / SECOND_MS))
    // It may have stood still for long.
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isOver])
  return nowSec
}
