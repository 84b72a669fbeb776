import type { Catalogue } from '../src/core/catalogue.ts'

/** How everything that is left to chance at a moment turns out: for the twin, chance itself would be the same code. */
export type Luck = 'always' | 'never'

export interface Amount {
  readonly itemId: number
  readonly count: number
}

/** A player's items, as two flat tables. */
export class NaiveStock {
  readonly free = new Map<number, number>()
  readonly held = new Map<number, number>()

  has(wanted: readonly Amount[]): boolean {
    const left = new Map(this.free)
    for (const { itemId, count } of wanted) left.set(itemId, (left.get(itemId) ?? 0) - count)
    return [...left.values()].every((count) => count >= 0)
  }

  give(itemId: number, count: number): void {
    this.free.set(itemId, (this.free.get(itemId) ?? 0) + count)
  }

  hold({ itemId, count }: Amount): void {
    this.give(itemId, -count)
    this.held.set(itemId, (this.held.get(itemId) ?? 0) + count)
  }

  release({ itemId, count }: Amount): void {
    this.loseHeld({ itemId, count })
    this.give(itemId, count)
  }

  loseHeld({ itemId, count }: Amount): void {
    this.held.set(itemId, (this.held.get(itemId) ?? 0) - count)
  }

  /** One of an item, opened until plain items remain (rules §3). */
  grantOne(catalogue: Pick<Catalogue, 'items'>, itemId: number, luck: Luck): void {
    if (itemId === 40) return
    const opens = [...catalogue.items.values()].find(({ id }) => id === itemId)?.opens
    if (opens === undefined) {
      this.give(itemId, 1)
    } else if (opens.how === 'bundle') {
      for (const entry of opens.entries) {
        for (let unit = 0; unit < entry.count; unit += 1) this.grantOne(catalogue, entry.itemId, luck)
      }
    } else {
      const drawn = pickByWeight(
        opens.entries.map((entry) => ({ itemId: entry.itemId, weight: entry.count })),
        luck,
      )
      if (drawn !== undefined) this.grantOne(catalogue, drawn, luck)
    }
  }
}

/** The lowest ticket wins the first entry that has any, the highest the last. */
export function pickByWeight(
  entries: readonly { readonly itemId: number; readonly weight: number }[],
  luck: Luck,
): number | undefined {
  const possible = entries.filter(({ weight }) => weight > 0)
  return (luck === 'always' ? possible.at(0) : possible.at(-1))?.itemId
}
