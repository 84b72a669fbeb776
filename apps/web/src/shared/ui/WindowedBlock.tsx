import { useEffect, useRef, useState, type ReactNode } from 'react'

/** A block this far outside the window keeps its content, so that scrolling shows no gaps. */
const MARGIN = '1200px'

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
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        setHeight((known) => (entry.isIntersecting ? undefined : (known ?? entry.boundingClientRect.height)))
      },
      // The page may scroll inside an element, which clips before the root's margin applies.
      { rootMargin: `${MARGIN} 0px`, scrollMargin: `${MARGIN} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={block} className={className} style={height === undefined ? undefined : { height }}>
      {height === undefined && children}
    </div>
  )
}
