import { useEffect, useState } from 'react'

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
