import { useState, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

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

/** Loading begins this far before the end comes into sight. */
const MARGIN = '400px'

/** Calls whenever the element at the end of a list comes near; give the element the ref. */
export function useReachedEnd<Target extends HTMLElement>(onReached: () => void): RefObject<Target | null> {
  const element = useRef<Target>(null)
  const reach = useEffectEvent(onReached)
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach()
      },
      { rootMargin: MARGIN },
    )
    observer.observe(target)
    return () => observer.disconnect()
  })
  return element
}
