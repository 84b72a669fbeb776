/** Players with about the same amount. */
export interface WealthClass {
  readonly players: number
  /** Total amount. */
  readonly coins: number
}

/** Distribution of money among players who have any. Shares are from 0 to 1. */
export interface Concentration {
  /** Gini coefficient: 0 when all have the same, near 1 when one player has everything. */
  readonly gini: number
  /** Share of the richest 1 %, at least one player. */
  readonly top1: number
  readonly top10: number
}

/** Classes per doubling of the amount; smaller amounts have a class each. */
const CLASSES_A_DOUBLING = 32

/** The class of an amount. Amounts in a class differ by at most 1/32; richer classes have higher numbers. */
export function wealthClassOf(coins: number): number {
  const doublings = Math.max(0, Math.floor(Math.log2(coins / CLASSES_A_DOUBLING)))
  return CLASSES_A_DOUBLING * doublings + Math.floor(coins / 2 ** doublings)
}

/** @param classes non-empty classes, poorest first; all players of a class count as having the same */
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
