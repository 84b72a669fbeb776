const ROWS = 'tr, li'
const CONTROLS = 'a[href], button:not(:disabled), input'
/** A popup that closes gives the focus back where it was; by then this is done. */
const AFTER_POPUP_MS = 60

/**
 * Remembers the row that is about to go, as the focus stands in it.
 * @returns what brings the focus to the same control of the row that took its place, or of the one before it
 */
export function rememberRow(): () => void {
  const focused = document.activeElement
  const row = focused?.closest(ROWS)
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const controls = [...(row?.querySelectorAll(CONTROLS) ?? [])]
  const fromEnd = controls.length - controls.findIndex((control) => control === focused)
  return () =>
    void setTimeout(() => {
      if (neighbour?.isConnected !== true) return
      const candidates = neighbour.querySelectorAll<HTMLElement>(CONTROLS)
      const target = candidates[Math.max(0, candidates.length - fromEnd)]
      target?.focus()
    }, AFTER_POPUP_MS)
}
