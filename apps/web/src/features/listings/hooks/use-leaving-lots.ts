import type { OwnLot } from '@clutch/contract'
import { NOTIFICATION_TIME_MS } from '@clutch/contract/constants'
import { LotStatus } from '@clutch/contract/live/values'
import { useEffect, useRef, useState } from 'react'
import { useLiveEvent } from '#shared/live/live.ts'

/** Lots that were just filled to the end: they stay for as long as a toast does, so that they can be seen to leave. */
export function useLeavingLots(lots: readonly OwnLot[]): readonly OwnLot[] {
  const [leaving, setLeaving] = useState<readonly OwnLot[]>([])
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useLiveEvent('lotChanged', ({ payload }) => {
    if (payload.case !== 'lotChanged' || payload.value.status !== LotStatus.FILLED) return
    const filled = lots.find(({ lot_uuid }) => lot_uuid === payload.value.lotUuid)
    if (filled === undefined) return
    setLeaving((before) => [...before, { ...filled, current_count: 0 }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setLeaving((before) => before.filter(({ lot_uuid }) => lot_uuid !== filled.lot_uuid))
    }, NOTIFICATION_TIME_MS)
    timers.current.add(timer)
  })
  useEffect(() => {
    const pending = timers.current
    return () => pending.forEach((timer) => clearTimeout(timer))
  }, [])
  return leaving
}
