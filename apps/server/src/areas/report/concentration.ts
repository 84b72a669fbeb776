/** How money is spread over those who have any. Shares are 0 … 1. */
export interface Concentration {
  readonly holders: number
  /** 0 when all have the same, near 1 when one has everything. */
  readonly gini: number
  /** What the richest hundredth has of all; at least one player. */
  readonly top1: number
  readonly top10: number
}

/** @param coins of each player, in any order; those without any do not count */
export function concentrationOf(coins: readonly number[]): Concentration {
  const sorted = coins.filter((amount) => amount > 0).toSorted((a, b) => a - b)
  const holders = sorted.length
  const total = sorted.reduce((sum, amount) => sum + amount, 0)
  if (total === 0) return { holders, gini: 0, top1: 0, top10: 0 }
  const weighted = sorted.reduce((sum, amount, index) => sum + amount * (2 * (index + 1) - holders - 1), 0)
  const shareOfTop = (part: number): number => {
    const count = Math.max(1, Math.floor(holders * part))
    return sorted.slice(-count).reduce((sum, amount) => sum + amount, 0) / total
  }
  return { holders, gini: weighted / (holders * total), top1: shareOfTop(0.01), top10: shareOfTop(0.1) }
}
