import { useState, type RefObject } from 'react'
import { useReachedEnd } from './use-reached-end.ts'

interface GrowingList<Target extends HTMLElement> {
  /** How many entries to draw. */
  readonly drawn: number
  /** For the element behind the last entry. */
  readonly end: RefObject<Target | null>
}

/**
 * Draws a long list that is there already in steps: the next one as the end of what is drawn comes near.
 * @param total entries there are
 * @param step entries that fill a few screens
 */
export function useGrowingList<Target extends HTMLElement>(total: number, step: number): GrowingList<Target> {
  const [wanted, setWanted] = useState(step)
  const end = useReachedEnd<Target>(() => {
    if (wanted < total) setWanted(wanted + step)
  })
  return { drawn: Math.min(wanted, total), end }
}
