import { useDeferredValue, type ReactNode } from 'react'

interface DeferredRenderProps {
  /** What stands in its place until it is drawn. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/**
 * Draws something large for the first time a little at a time: whatever else brings it up, an answer or the code it
 * waited for, would have it drawn in one go, which no finger can interrupt.
 */
export function DeferredRender({ fallback, children }: DeferredRenderProps) {
  return useDeferredValue(true, false) ? children : fallback
}
