import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { HarvestChanged } from '@clutch/contract/live'
import { HarvestChange } from '@clutch/contract/live/values'
import { Suspense, useState } from 'react'
import { useLiveEvent } from '#shared/live/live.ts'

const HarvestUpdates = lazyChunk(async () => (await import('../../features/harvest/HarvestUpdates.tsx')).HarvestUpdates)

/** Collects finished harvests on every page; the code that shows them loads with the first one. */
export function HarvestWatch() {
  const [finished, setFinished] = useState<readonly HarvestChanged[]>([])
  const [isNeeded, setNeeded] = useState(false)
  useLiveEvent('harvestChanged', ({ payload }) => {
    if (payload.case !== 'harvestChanged' || payload.value.change !== HarvestChange.FINISHED) return
    const { value } = payload
    setNeeded(true)
    setFinished((before) => [...before, value])
  })
  if (!isNeeded) return null
  return (
    <Suspense>
      <HarvestUpdates finished={finished} onAnnounced={(count) => setFinished((before) => before.slice(count))} />
    </Suspense>
  )
}
