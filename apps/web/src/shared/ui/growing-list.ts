import { useState, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

interface GrowingList<Target extends HTMLElement> {
  /** Number of entries to render. */
  readonly drawn: number
  /** Ref of the element after the last entry. */
  readonly end: RefObject<Target | null>
}

/**
 * Renders a long loaded list in steps: the next one when the rendered end comes near.
 * @param total number of entries
 * @param step entries that fill a few screens
 */
export function useGrowingList<Target extends HTMLElement>(total: number, step: number): GrowingList<Target> {
  const [wanted, setWanted] = useState(step)
  const end = useReachedEnd<Target>(() => {
    if (wanted < total) setWanted(wanted + step)
  })
  return { drawn: Math.min(wanted, total), end }
}

/** Loads this far before the end is visible. */
const MARGIN = '400px'

/** Calls back whenever the end of a list comes near; attach the ref to its last element. */
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
      // The page may scroll inside an element, which clips before the root's margin applies.
      { rootMargin: MARGIN, scrollMargin: MARGIN },
    )
    observer.observe(target)
    return () => observer.disconnect()
  })
  return element
}
