import { useRef } from 'react'
import type { FinalFocus } from './Modal.tsx'

const ROWS = 'tr, li'
const CONTROLS = 'a[href], button:not(:disabled), input'

/** Where the focus goes as a popup closes that asked about a row: back into the row, or on to another when it is gone. */
export function useRowFocus() {
  const findNext = useRef<FinalFocus>(goBack)
  const isGone = useRef(false)
  return {
    /** The popup opens, and the focus stands in the row that it asks about. */
    remember: () => {
      findNext.current = rememberRow()
      isGone.current = false
    },
    /** The popup closes as the row is no more. */
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
 * @returns what finds the same control of the row that took this one's place, or of the one before it; where there is
 * none, the head of what can be folded away around it
 */
function rememberRow(): FinalFocus {
  const focused = document.activeElement
  const row = focused?.closest(ROWS)
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const controls = [...(row?.querySelectorAll(CONTROLS) ?? [])]
  const fromEnd = controls.length - controls.findIndex((control) => control === focused)
  const head = focused?.closest('details')?.querySelector('summary')
  return () => {
    if (neighbour?.isConnected !== true) return head ?? true
    const candidates = neighbour.querySelectorAll<HTMLElement>(CONTROLS)
    return candidates[Math.max(0, candidates.length - fromEnd)] ?? true
  }
}
