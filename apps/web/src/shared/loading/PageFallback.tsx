import { useEffect } from 'react'
import { EmptyState, SkeletonRows } from '../ui/States.tsx'
import { reportMissing, useIsChunkMissing } from './chunk-loading.ts'
import { MissingAction, MissingText } from './MissingChunk.tsx'

/** Placeholder of a page; says when its code does not load. */
export function PageFallback() {
  return useIsChunkMissing() ? <MissingPage /> : <SkeletonRows />
}

function MissingPage() {
  useEffect(reportMissing, [])
  return (
    <EmptyState action={<MissingAction />}>
      <MissingText />
    </EmptyState>
  )
}
