import { useEffect, useState } from 'react'

/**
 * How many entries of a long list to draw now: a batch at once, then another after each pause, so that the first ones
 * are there while the rest follow.
 * @param subject what the list is of; another one begins anew
 */
export function useRenderBatch(total: number, batchSize: number, delayMs: number, subject: string): number {
  const [drawn, setDrawn] = useState({ subject, count: batchSize })
  if (drawn.subject !== subject) setDrawn({ subject, count: batchSize })
  useEffect(() => {
    if (drawn.count >= total) return
    const timer = setTimeout(() => setDrawn({ subject: drawn.subject, count: drawn.count + batchSize }), delayMs)
    return () => clearTimeout(timer)
  }, [drawn, total, batchSize, delayMs])
  return Math.min(total, drawn.count)
}
