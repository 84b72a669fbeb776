import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls at once, then at most every interval while asked, and once more at the end. */
export function useCoalesced(work: () => void, intervalMs: number): () => void {
  const run = useEffectEvent(work)
  const state = useRef<{ timer?: ReturnType<typeof setTimeout> | undefined; isWanted: boolean }>({ isWanted: false })
  const request = useRef<() => void>(() => undefined)

  useEffect(() => {
    const current = state.current
    const fire = () => {
      current.isWanted = false
      run()
      current.timer = setTimeout(() => {
        current.timer = undefined
        if (current.isWanted) fire()
      }, intervalMs)
    }
    request.current = () => {
      if (current.timer === undefined) fire()
      else current.isWanted = true
    }
    return () => {
      clearTimeout(current.timer)
      current.timer = undefined
      current.isWanted = false
    }
  }, [intervalMs])

  return () => request.current()
}
