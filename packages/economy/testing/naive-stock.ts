import type { Catalogue } from '../src/core/catalogue.ts'

/** How all draws at one time turn out. Real randomness would make the twin share the code under test. */
export type Luck = 'always' | 'never'

export interface Amount {
  readonly itemId: number
  readonly count: number
}

/** A player's items in two flat tables. */
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

  /** Grants one item, opened until plain items remain (rules §3). */
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

/** The lowest draw hits the first entry with a weight, the highest the last. */
export function pickByWeight(
  entries: readonly { readonly itemId: number; readonly weight: number }[],
  luck: Luck,
): number | undefined {
  const possible = entries.filter(({ weight }) => weight > 0)
  return (luck === 'always' ? possible.at(0) : possible.at(-1))?.itemId
}
