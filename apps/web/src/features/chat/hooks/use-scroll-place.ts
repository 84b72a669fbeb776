import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Nearer to the end than this counts as reading along. */
const END_PX = 48
/** Positions have fractions: nearer than this is the end itself. */
const EXACT_PX = 2

/** Headings come and go with what stands before them. */
const LINES = 'li:not([data-heading])'

/** Where one reads: how far down, and the first line in sight with its lower edge, from the top of all lines. */
interface Place {
  readonly top: number
  readonly line: Element | undefined
  readonly edge: number
}

/**
 * Keeps the place in a list of lines that grows at both ends: its end while one reads along, and otherwise the lines
 * that are in sight, whatever comes or goes above them. Whoever scrolls up, however little, reads along no more, and
 * does so again near the end. Heights and positions are in pixels.
 * @param onAtEnd told when reading along begins and ends
 * @returns for the box that scrolls, which has the lines as its list items (those with `data-heading` are none), and
 *   what to call when it has scrolled
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
    // The browser tells of scrolling with the next frame only, and lines come before it.
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

/** A list that has become shorter ends higher up, which nobody did. */
function hasGoneUp(box: HTMLElement, top: number): boolean {
  return box.scrollTop < top && toEnd(box) >= EXACT_PX
}

/** A line that is gone tells nothing, and at the very top one sees what is said above the lines. */
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
