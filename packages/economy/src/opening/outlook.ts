import type { Catalogue } from '../catalogue.ts'
import type { ItemId } from '../numbers.ts'
import { NOTHING_ID } from './open-item.ts'

const DEPTH_MAX = 32

/** What granting items can come to, without any chance drawn. Amounts are real numbers: expectations have fractions. */
export interface OpeningOutlook {
  readonly least: ReadonlyMap<ItemId, number>
  readonly expected: ReadonlyMap<ItemId, number>
  readonly most: ReadonlyMap<ItemId, number>
  /** Weighted draws it takes, at most. */
  readonly draws: number
}

/** What may be granted: between `least` and `most` units, `expected` on average. */
export interface GrantRange {
  readonly itemId: ItemId
  readonly least: number
  readonly expected: number
  readonly most: number
}

/** What grants open to: least, expected and most of each plain item (rules §3). For previews and for bounds. */
export function foreseeOpening(catalogue: Pick<Catalogue, 'items'>, grants: readonly GrantRange[]): OpeningOutlook {
  const foresight = new Foresight(catalogue)
  for (const grant of grants) foresight.add(grant, 0)
  return foresight
}

class Foresight implements OpeningOutlook {
  readonly least = new Map<ItemId, number>()
  readonly expected = new Map<ItemId, number>()
  readonly most = new Map<ItemId, number>()
  draws = 0
  readonly #catalogue: Pick<Catalogue, 'items'>

  constructor(catalogue: Pick<Catalogue, 'items'>) {
    this.#catalogue = catalogue
  }

  add({ itemId, least, expected, most }: GrantRange, depth: number): void {
    if (itemId === NOTHING_ID || most <= 0) return
    const opens = this.#catalogue.items.get(itemId)?.opens
    if (opens === undefined) {
      addTo(this.least, itemId, least)
      addTo(this.expected, itemId, expected)
      addTo(this.most, itemId, most)
      return
    }
    if (depth >= DEPTH_MAX) throw new Error(`Item ${itemId} opens in a cycle`)
    if (opens.how === 'bundle') {
      for (const { itemId: entryId, count } of opens.entries) {
        const times = { least: least * count, expected: expected * count, most: most * count }
        this.add({ itemId: entryId, ...times }, depth + 1)
      }
      return
    }
    this.draws += most
    const total = opens.entries.reduce((sum, entry) => sum + entry.count, 0)
    for (const { itemId: entryId, count } of opens.entries) {
      // Each draw may hit it or not, unless it is the only entry.
      const range = { least: count === total ? least : 0, expected: (expected * count) / total, most }
      this.add({ itemId: entryId, ...range }, depth + 1)
    }
  }
}

function addTo(amounts: Map<ItemId, number>, itemId: ItemId, amount: number): void {
  amounts.set(itemId, (amounts.get(itemId) ?? 0) + amount)
}
