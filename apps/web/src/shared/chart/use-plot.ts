import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, type RefObject } from 'react'
import uPlot from 'uplot'

/**
 * Draws into an element and keeps to its size. The plot is built anew whenever `build` changes, and destroyed when it
 * leaves (document 1 §2). It is built after the frame that shows its place: a phone takes long over each, and a finger
 * may come in between.
 */
export function usePlot(
  build: (element: HTMLElement) => { readonly options: uPlot.Options; readonly rows: uPlot.AlignedData },
): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null)
  const shown = useRef<() => void>(undefined)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    return afterFrame(() => {
      // The old one stays until there is another.
      shown.current?.()
      const { options, rows } = build(element)
      shown.current = showPlot(element, options, rows)
    })
  }, [build])
  useEffect(
    () => () => {
      shown.current?.()
      shown.current = undefined
    },
    [],
  )
  return frame
}

/** @returns what takes it away. */
function showPlot(element: HTMLElement, options: uPlot.Options, rows: uPlot.AlignedData): () => void {
  const plot = new uPlot(options, rows, element)
  const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: element.clientHeight }))
  observer.observe(element)
  return () => {
    observer.disconnect()
    plot.destroy()
  }
}

/** Runs something in the turn after the next frame. @returns what calls it off. */
function afterFrame(work: () => void): () => void {
  let timer: number | undefined
  const request = requestAnimationFrame(() => {
    timer = window.setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(request)
    window.clearTimeout(timer)
  }
}
