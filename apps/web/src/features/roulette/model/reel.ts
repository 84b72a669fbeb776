/** Tiles that pass by before the prize, and those that stand after it. */
const BEFORE = 28
const AFTER = 10

/**
 * Which prizes pass by on a reel that stops at one: drawn for the eye alone, by their chances, long after the server has
 * decided.
 * @param random 0 … 1, such as `Math.random`
 * @returns indexes into the table; the prize is at `stopAt`
 */
export function reelFor(
  prizeIndex: number,
  weights: readonly number[],
  random: () => number,
): { readonly tiles: readonly number[]; readonly stopAt: number } {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const draw = () => {
    let rest = random() * total
    const index = weights.findIndex((weight) => {
      rest -= weight
      return rest < 0
    })
    return Math.max(0, index)
  }
  const tiles = Array.from({ length: BEFORE + 1 + AFTER }, draw)
  tiles[BEFORE] = prizeIndex
  return { tiles, stopAt: BEFORE }
}
