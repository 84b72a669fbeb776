import { useDeferredValue, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'

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

/**
 * Renders a list of large entries in steps. Rendered at once they would block a slow device for seconds; and since
 * React restarts an interrupted render, a page with a ticking clock might never finish it.
 * @param total number of entries
 * @param step entries rendered at once
 * @returns how many of them to render now
 */
export function useProgressiveCount(total: number, step: number): number {
  const [drawn, setDrawn] = useState(step)
  useEffect(() => {
    if (drawn >= total) return
    // In a later task, so that input is handled first.
    const timer = setTimeout(() => setDrawn(drawn + step), 0)
    return () => clearTimeout(timer)
  }, [drawn, step, total])
  return Math.min(drawn, total)
}

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
const END_MARGIN = '400px'

/** Calls back whenever the end of a list comes near; attach the ref to its last element. */
export function useReachedEnd<Target extends HTMLElement>(onReached: () => void): RefObject<Target | null> {
  const element = useRef<Target>(null)
  const reach = useEffectEvent(onReached)
  useEffect(() => {
    const target = element.current
    if (target === null) return
    return observeNear(target, END_MARGIN, ({ isIntersecting }) => isIntersecting && reach())
  })
  return element
}

/** A block this far outside the window keeps its content, so that scrolling shows no gaps. */
const BLOCK_MARGIN = '1200px'

interface WindowedBlockProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A block of a long list that is rendered only near the window. Further away it keeps its height and drops its content:
 * otherwise a list scrolled for long fills the page's memory.
 */
export function WindowedBlock({ className, children }: WindowedBlockProps) {
  const block = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = block.current
    if (element === null) return undefined
    return observeNear(element, `${BLOCK_MARGIN} 0px`, ({ isIntersecting, boundingClientRect }) =>
      setHeight((known) => (isIntersecting ? undefined : (known ?? boundingClientRect.height))),
    )
  }, [])
  return (
    <div ref={block} className={className} style={height === undefined ? undefined : { height }}>
      {height === undefined && children}
    </div>
  )
}

/** Calls back when an element comes within the margin of the visible area or leaves it. @returns stops it */
function observeNear(
  element: HTMLElement,
  margin: string,
  onChange: (entry: IntersectionObserverEntry) => unknown,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      const latest = entries.at(-1)
      if (latest !== undefined) onChange(latest)
    },
    // The page may scroll inside an element, which clips before the root's margin applies.
    { rootMargin: margin, scrollMargin: margin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
