import { useRef } from 'react'
import type { FinalFocus } from './Modal.tsx'

const ROWS = 'tr, li'
const CONTROLS = 'a[href], button:not(:disabled), input'

/** Where the focus goes when a popup about a row closes: back to the row, or to a neighbour if the row is gone. */
export function useRowFocus() {
  const findNext = useRef<FinalFocus>(goBack)
  const isGone = useRef(false)
  return {
    /** Call when the popup opens, while the focus is in its row. */
    remember: () => {
      findNext.current = rememberRow()
      isGone.current = false
    },
    /** Call when the popup closes because the row is gone. */
    leave: () => {
      isGone.current = true
    },
    finalFocus: () => (isGone.current ? findNext.current() : true),
  }
}

function goBack(): true {
  return true
}

/**
 * @returns finds the same control of the row now at this position, or of the one before it; without rows, the head of
 *   the collapsible section around it
 */
function rememberRow(): FinalFocus {
  const focused = document.activeElement
  const row = focused?.closest(ROWS)
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const controls = [...(row?.querySelectorAll(CONTROLS) ?? [])]
  const fromEnd = controls.length - controls.findIndex((control) => control === focused)
  const head = focused?.closest('[data-disclosure]')?.querySelector<HTMLElement>('[aria-expanded]')
  return () => {
    if (neighbour?.isConnected !== true) return head ?? true
    const candidates = neighbour.querySelectorAll<HTMLElement>(CONTROLS)
    return candidates[Math.max(0, candidates.length - fromEnd)] ?? true
  }
}
