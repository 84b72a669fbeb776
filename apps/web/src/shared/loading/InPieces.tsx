import { useDeferredValue, type ReactNode } from 'react'

interface InPiecesProps {
  /** What stands in its place until it is drawn. */
  readonly standIn: ReactNode
  readonly children: ReactNode
}

/**
 * Draws something large for the first time a little at a time: whatever else brings it up, an answer or the code it
 * waited for, would have it drawn in one go, which no finger can interrupt.
 */
export function InPieces({ standIn, children }: InPiecesProps) {
  return useDeferredValue(true, false) ? children : standIn
}
