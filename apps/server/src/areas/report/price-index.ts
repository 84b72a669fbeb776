/** What was traded of an item in a day. */
export interface DayTrade {
  readonly coins: number
  readonly count: number
}

/** The index of the first day that has one. */
export const INDEX_BASE = 100
/** One absurd trade must not move the index of everything: a price counts as at most doubled or halved in a day. */
const RATIO_MIN = 0.5
const RATIO_MAX = 2

/**
 * The price index of a day, chained to the one before: the mean of the items' price ratios, geometric, so that a price
 * that comes back brings the index back, and weighted by what was traded of each on both days. An item is compared with
 * the last day on which it traded.
 * @param before the last trading day of each item, as far back as it still says something
 * @returns the index before where nothing can be compared
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
