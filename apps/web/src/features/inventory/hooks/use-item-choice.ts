import { useState } from 'react'

/** So many kinds are sold together at most: each takes a call of its own. */
export const CHOSEN_MAX = 30

/** Which items are chosen for a sale; undefined while nobody is choosing. */
export function useItemChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  return {
    chosen,
    start: () => setChosen(new Set()),
    stop: () => setChosen(null),
    remove(itemId: number) {
      if (chosen !== null) setChosen(new Set([...chosen].filter((each) => each !== itemId)))
    },
    /** Takes an item in or out; one too many is left out. */
    toggle(itemId: number) {
      if (chosen === null) return
      const next = new Set(chosen)
      if (!next.delete(itemId) && next.size < CHOSEN_MAX) next.add(itemId)
      setChosen(next)
    },
  }
}
