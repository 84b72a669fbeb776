/** Trades of an item in a day. */
export interface DayTrade {
  readonly coins: number
  readonly count: number
}

/** The index of the first day with trades. */
export const INDEX_BASE = 100
/** Caps an item's daily price change at double or half, so that an outlier trade cannot move the whole index. */
const RATIO_MIN = 0.5
const RATIO_MAX = 2

/**
 * The price index of a day, chained to the previous one: the weighted geometric mean of the items' price ratios, so that
 * the index returns when prices do. Weights are the volumes on both days. An item is compared with its last trading day.
 * @param before the last trading day of each item, within a maximum age
 * @returns the previous index when nothing can be compared
 */
export function chainIndex(
  indexBefore: number,
  before: ReadonlyMap<number, DayTrade>,
  today: ReadonlyMap<number, DayTrade>,
): number {
  let weights = 0
  let logs = 0
  for (const [itemId, now] of today) {
    const then = before.get(itemId)
    if (then === undefined || then.coins === 0 || then.count === 0 || now.coins === 0 || now.count === 0) continue
    const ratio = now.coins / now.count / (then.coins / then.count)
    const weight = then.coins + now.coins
    weights += weight
    logs += weight * Math.log(Math.min(RATIO_MAX, Math.max(RATIO_MIN, ratio)))
  }
  return weights === 0 ? indexBefore : indexBefore * Math.exp(logs / weights)
}
