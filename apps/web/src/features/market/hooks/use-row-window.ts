import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'

const ROW_HEIGHT_VARIABLE = '--row-height'
const OVERSCAN_ROWS = 8

/**
 * Which rows of a long list are on screen. Rows have one height, which the design tokens set per device and density.
 * @param firstHeight assumed height of the list in pixels before it is measured, for the first rows
 */
export function useRowWindow(scroller: HTMLDivElement | null, count: number, firstHeight: number) {
  'use no memo' // The virtualizer is one mutable object; remembered results would never move.
  const rowHeight = useRowHeight(scroller)
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    initialRect: { width: 0, height: firstHeight },
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  return {
    rows: virtualizer.getVirtualItems(),
    totalHeight: virtualizer.getTotalSize(),
    scrollToRow: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    rowsPerPage: Math.max(1, Math.floor((scroller?.clientHeight ?? rowHeight) / rowHeight) - 1),
  }
}

function useRowHeight(scroller: HTMLDivElement | null): number {
  const [height, setHeight] = useState(() => readRowHeight(document.documentElement))
  useEffect(() => {
    const update = () => setHeight(readRowHeight(scroller ?? document.documentElement))
    update()
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [scroller])
  return height
}

function readRowHeight(element: HTMLElement): number {
  return Number.parseInt(getComputedStyle(element).getPropertyValue(ROW_HEIGHT_VARIABLE), 10)
}
