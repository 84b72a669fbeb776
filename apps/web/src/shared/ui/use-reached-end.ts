import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

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
