import type { Catalogue } from '../../core/catalogue.ts'
import type { ItemId } from '../../core/numbers.ts'
import { NOTHING_ID } from './open-item.ts'

const DEPTH_MAX = 32

/** What granting items can come to, without any chance drawn. Amounts are real numbers: expectations have fractions. */
export interface OpeningEstimate {
  readonly min: ReadonlyMap<ItemId, number>
  readonly expected: ReadonlyMap<ItemId, number>
  readonly max: ReadonlyMap<ItemId, number>
  /** Weighted draws it takes, at most. */
  readonly draws: number
}

/** What may be granted: between `min` and `max` units, `expected` on average. */
export interface GrantRange {
  readonly itemId: ItemId
  readonly min: number
  readonly expected: number
  readonly max: number
}

/** What grants open to: minimum, expected and maximum of each plain item (rules §3). For previews and for bounds. */
export function estimateOpening(catalogue: Pick<Catalogue, 'items'>, grants: readonly GrantRange[]): OpeningEstimate {
  const estimate = new Estimate(catalogue)
  for (const grant of grants) estimate.add(grant, 0)
  return estimate
}

class Estimate implements OpeningEstimate {
  readonly min = new Map<ItemId, number>()
  readonly expected = new Map<ItemId, number>()
  readonly max = new Map<ItemId, number>()
  draws = 0
  readonly #catalogue: Pick<Catalogue, 'items'>

  constructor(catalogue: Pick<Catalogue, 'items'>) {
    this.#catalogue = catalogue
  }

  add({ itemId, min, expected, max }: GrantRange, depth: number): void {
    if (itemId === NOTHING_ID || max <= 0) return
    const opens = this.#catalogue.items.get(itemId)?.opens
    if (opens === undefined) {
      addTo(this.min, itemId, min)
      addTo(this.expected, itemId, expected)
      addTo(this.max, itemId, max)
      return
    }
    if (depth >= DEPTH_MAX) throw new Error(`Item ${itemId} opens in a cycle`)
    if (opens.how === 'bundle') {
      for (const { itemId: entryId, count } of opens.entries) {
        const times = { min: min * count, expected: expected * count, max: max * count }
        this.add({ itemId: entryId, ...times }, depth + 1)
      }
      return
    }
    this.draws += max
    const total = opens.entries.reduce((sum, entry) => sum + entry.count, 0)
    for (const { itemId: entryId, count } of opens.entries) {
      // Each draw may hit it or not, unless it is the only entry.
      const range = { min: count === total ? min : 0, expected: (expected * count) / total, max }
      this.add({ itemId: entryId, ...range }, depth + 1)
    }
  }
}

function addTo(amounts: Map<ItemId, number>, itemId: ItemId, amount: number): void {
  amounts.set(itemId, (amounts.get(itemId) ?? 0) + amount)
}
