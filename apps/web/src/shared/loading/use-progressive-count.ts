import { useEffect, useState } from 'react'

/**
 * Draws a list of large entries a few at a time, one step right after the other. Drawn in one go they would hold up a
 * slow device for seconds; and whatever else changes on the page meanwhile has React begin anew, so that where something
 * ticks they might never stand at all.
 * @param total entries there are
 * @param step entries that are drawn in one go
 * @returns how many of them to draw now
 */
export function useProgressiveCount(total: number, step: number): number {
  const [drawn, setDrawn] = useState(step)
  useEffect(() => {
    if (drawn >= total) return
    // Not at once: what was pressed meanwhile goes first.
    const timer = setTimeout(() => setDrawn(drawn + step), 0)
    return () => clearTimeout(timer)
  }, [drawn, step, total])
  return Math.min(drawn, total)
}
