import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Counts as scrolled to the end within this distance. */
const END_PX = 48
/** Scroll positions are fractional: within this distance it is exactly the end. */
const EXACT_PX = 2

/** Date and channel headings change with the lines before them. */
const LINES = 'li:not([data-heading])'

/** The scroll position: how far down, and the first visible line's lower edge, relative to all lines. */
interface Place {
  readonly top: number
  readonly line: Element | undefined
  readonly edge: number
}

/**
 * Keeps the scroll position of a list that grows at both ends: pinned to the end, or to the visible lines when lines
 * are added or removed above. Scrolling up, however little, unpins it from the end; scrolling near the end pins it
 * again. Values are in pixels.
 * @param onAtEnd called when it is pinned to the end or unpinned
 * @returns the ref of the scroller, whose list items (except those with `data-heading`) are the lines, and its scroll
 *   handler
 */
export function useScrollPlace(
  isAtEnd: boolean,
  onAtEnd: (isAtEnd: boolean) => void,
): { readonly scroller: RefObject<HTMLDivElement | null>; readonly onScroll: (box: HTMLElement) => void } {
  const scroller = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ top: 0, line: undefined, edge: 0 })
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null) return
    const { top, line, edge } = place.current
    // Scroll events arrive with the next frame, and new lines may render before it.
    if (isAtEnd && !hasGoneUp(box, top)) {
      box.scrollTop = box.scrollHeight
      place.current = placeIn(box, box.scrollTop)
      return
    }
    const shift = line === undefined || isLeftAlone(line, box) ? 0 : edgeOf(line, box) - edge
    box.scrollTop += shift
    place.current = placeIn(box, top + shift)
  })
  const onScroll = (box: HTMLElement) => {
    const isThere = toEnd(box) < (hasGoneUp(box, place.current.top) ? EXACT_PX : END_PX)
    place.current = placeIn(box, box.scrollTop)
    if (isThere !== isAtEnd) onAtEnd(isThere)
  }
  return { scroller, onScroll }
}

function toEnd(box: HTMLElement): number {
  return box.scrollHeight - box.scrollTop - box.clientHeight
}

/** A shorter list also ends higher up; that is not scrolling. */
function hasGoneUp(box: HTMLElement, top: number): boolean {
  return box.scrollTop < top && toEnd(box) >= EXACT_PX
}

/** A removed line cannot anchor the position, and at the very top the content above the lines matters. */
function isLeftAlone(line: Element, box: HTMLElement): boolean {
  return !line.isConnected || (box.scrollTop === 0 && line === box.querySelector(LINES))
}

function edgeOf(line: Element, box: HTMLElement): number {
  return line.getBoundingClientRect().bottom - box.getBoundingClientRect().top + box.scrollTop
}

function placeIn(box: HTMLElement, top: number): Place {
  const line = firstInSight(box)
  return { top, line, edge: line === undefined ? 0 : edgeOf(line, box) }
}

function firstInSight(box: HTMLElement): Element | undefined {
  const lines = box.querySelectorAll(LINES)
  const { top } = box.getBoundingClientRect()
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle
    else low = middle + 1
  }
  return lines[low]
}
