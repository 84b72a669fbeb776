import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, type RefObject } from 'react'
import uPlot from 'uplot'

/**
 * Draws a plot into an element and resizes it. Rebuilt whenever `build` changes, destroyed on unmount (document 1 §2).
 * It is built after the frame that shows its place, since a plot takes a phone long and input must come first.
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
      // The old plot stays until there is a new one.
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

/** @returns removes the plot */
function showPlot(element: HTMLElement, options: uPlot.Options, rows: uPlot.AlignedData): () => void {
  const plot = new uPlot(options, rows, element)
  const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: element.clientHeight }))
  observer.observe(element)
  return () => {
    observer.disconnect()
    plot.destroy()
  }
}

/** Runs work in the task after the next frame. @returns cancels it */
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
