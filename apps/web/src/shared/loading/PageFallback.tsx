import { useEffect } from 'react'
import { EmptyState, SkeletonRows } from '../ui/States.tsx'
import { tellMissing, useIsPartMissing } from './app-parts.ts'
import { MissingAction, MissingText } from './MissingPart.tsx'

/** Stands where a page will, and says when its code does not come. */
export function PageFallback() {
  return useIsPartMissing() ? <MissingPage /> : <SkeletonRows />
}

function MissingPage() {
  useEffect(tellMissing, [])
  return (
    <EmptyState action={<MissingAction />}>
      <MissingText />
    </EmptyState>
  )
}
