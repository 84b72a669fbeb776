import { serverNowSec } from '../timing/server-clock.ts'
import { useLayoutEffect, useState } from 'react'

/**
 * The server's time in Unix seconds, updated at the given interval while mounted.
 * @param untilSec stops updating after this time
 */
export function useNowSec(everyMs: number, untilSec = Number.POSITIVE_INFINITY): number {
  const [nowSec, setNowSec] = useState(serverNowSec)
  const isOver = nowSec >= untilSec
  useLayoutEffect(() => {
    if (isOver) return
    const tick = () => setNowSec(serverNowSec())
    // The timer may have been stopped for long.
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isOver])
  return nowSec
}
