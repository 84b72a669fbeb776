import { SECOND_MS } from '@clutch/contract/formats'
import { useEffect, useState } from 'react'

/** The time in Unix seconds, moving on every so many milliseconds while shown. */
export function useNowSec(everyMs: number): number {
  const [nowSec, setNowSec] = useState(() => Math.floor(Date.now() / SECOND_MS))
  useEffect(() => {
    const timer = setInterval(() => setNowSec(Math.floor(Date.now() / SECOND_MS)), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowSec
}
