/** Players who have about the same. */
export interface WealthClass {
  readonly players: number
  /** What they have together. */
  readonly coins: number
}

/** How money is spread over those who have any. Shares are 0 … 1. */
export interface Concentration {
  /** 0 when all have the same, near 1 when one has everything. */
  readonly gini: number
  /** What the richest hundredth has of all; at least one player. */
  readonly top1: number
  readonly top10: number
}

/** Amounts below twice as many have a class each; above, each doubling has as many. */
const CLASSES_A_DOUBLING = 32

/** The class of an amount: what is in one differs by a thirty-second at most, and richer classes have higher numbers. */
export function wealthClassOf(coins: number): number {
  const doublings = Math.max(0, Math.floor(Math.log2(coins / CLASSES_A_DOUBLING)))
  return CLASSES_A_DOUBLING * doublings + Math.floor(coins / 2 ** doublings)
}

/** @param classes those who have something, the poorest first; all of a class count as having the same */
export function concentrationOf(classes: readonly WealthClass[]): Concentration {
  const holders = classes.reduce((sum, { players }) => sum + players, 0)
  const total = classes.reduce((sum, { coins }) => sum + coins, 0)
  if (total === 0) return { gini: 0, top1: 0, top10: 0 }
  let poorer = 0
  let weighted = 0
  for (const { players, coins } of classes) {
    weighted += coins * (2 * poorer + players - holders)
    poorer += players
  }
  const shareOfTop = (part: number): number => {
    let left = Math.max(1, Math.floor(holders * part))
    let had = 0
    for (const { players, coins } of classes.toReversed()) {
      const taken = Math.min(left, players)
      had += (coins * taken) / players
      left -= taken
    }
    return had / total
  }
  return { gini: weighted / (holders * total), top1: shareOfTop(0.01), top10: shareOfTop(0.1) }
}
