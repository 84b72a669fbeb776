import type { KeyboardEvent } from 'react'

const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 } as const

type ArrowKey = keyof typeof STEPS

/** The arrow keys of a column and of a row. */
export const VERTICAL: readonly ArrowKey[] = ['ArrowDown', 'ArrowUp']
export const HORIZONTAL: readonly ArrowKey[] = ['ArrowRight', 'ArrowLeft']

/**
 * Moves the focus with the arrow keys among elements that are one tab stop. At the ends it stays.
 * @param selector the elements within `container`, one of which has the focus
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  container: Element | null,
  selector: string,
  keys: readonly ArrowKey[] = [...VERTICAL, ...HORIZONTAL],
): void {
  const key = keys.find((each) => each === event.key)
  const elements = Array.from(container?.querySelectorAll<HTMLElement>(selector) ?? [])
  const at = elements.findIndex((element) => element === document.activeElement)
  const target = key === undefined || at === -1 ? undefined : elements[at + STEPS[key]]
  if (target === undefined) return
  event.preventDefault()
  target.focus()
}
