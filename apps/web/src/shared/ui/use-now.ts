import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/** The time in Unix seconds, moving on every so many milliseconds while shown. */
export function useNowSec(everyMs: number): number {
  const [nowSec, setNowSec] = useState(() => Math.floor(Date.now() / SECOND_MS))
  useEffect(() => {
    const timer = setInterval(() => setNowSec(Math.floor(Date.now() / SECOND_MS)), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowSec
}
