import { useDeferredValue, type ReactNode } from 'react'

interface DeferredRenderProps {
  /** Shown until the children are rendered. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/**
 * Renders large content for the first time as a deferred, interruptible update: rendered with the response or the chunk
 * it waited for, it would block input.
 */
export function DeferredRender({ fallback, children }: DeferredRenderProps) {
  return useDeferredValue(true, false) ? children : fallback
}
