import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, type RefObject } from 'react'
import uPlot from 'uplot'

/**
 * Draws into an element and keeps to its size. The plot is built anew whenever `build` changes, and destroyed when it
 * leaves (document 1 §2).
 */
export function usePlot(
  build: (element: HTMLElement) => { readonly options: uPlot.Options; readonly rows: uPlot.AlignedData },
): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const { options, rows } = build(element)
    const plot = new uPlot(options, rows, element)
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [build])
  return frame
}
