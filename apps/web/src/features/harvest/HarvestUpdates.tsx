import { useEffect, useEffectEvent, useRef } from 'react'
import { useHarvestToasts } from './hooks/use-harvest-toasts.ts'
import type { FinishedGroup } from './model/run-updates.ts'

/** Groups that end within this time share one notification. */
const GATHER_MS = 1_000
/** Pause between announcements, so that short runs do not cover the page with toasts. */
const PAUSE_MS = 6_000

interface HarvestUpdatesProps {
  /** Groups that finished and were not announced yet. */
  readonly finished: readonly FinishedGroup[]
  /** Number of groups at the front that were announced. */
  readonly onAnnounced: (count: number) => void
}

/** Announces runs that finished, broke items or levelled up, and recipes that stalled. Renders nothing. */
export function HarvestUpdates({ finished, onAnnounced }: HarvestUpdatesProps) {
  const announce = useHarvestToasts()
  const notifiedAtMs = useRef(Number.NEGATIVE_INFINITY)
  const [first] = finished
  const notifyAll = useEffectEvent(() => {
    notifiedAtMs.current = performance.now()
    void announce(finished)
    onAnnounced(finished.length)
  })
  useEffect(() => {
    if (first === undefined) return undefined
    const waitMs = Math.max(GATHER_MS, notifiedAtMs.current + PAUSE_MS - performance.now())
    const timer = setTimeout(() => notifyAll(), waitMs)
    return () => clearTimeout(timer)
  }, [first])
  return null
}
