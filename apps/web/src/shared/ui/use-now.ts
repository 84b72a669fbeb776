import { serverNowSec } from '../timing/server-clock.ts'
import { useLayoutEffect, useState } from 'react'

/**
 * The server's time in Unix seconds, updated at the given interval while shown.
 * @param untilSec from when on nobody needs to know: then nothing is drawn anew
 */
export function useNowSec(everyMs: number, untilSec = Number.POSITIVE_INFINITY): number {
  const [nowSec, setNowSec] = useState(serverNowSec)
  const isOver = nowSec >= untilSec
  useLayoutEffect(() => {
    if (isOver) return
    const tick = () => setNowSec(serverNowSec())
    // It may have stood still for long.
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isOver])
  return nowSec
}
