import type { ItemDefinition } from '@clutch/contract'
import { HIDDEN_BUNDLE_ID } from '@clutch/contract/constants'

export interface ExpectedItem {
  readonly itemId: number
  /** On average; a fraction where chance decides. */
  readonly count: number
}

/** A cycle would be an error of the content pack; this deep nothing sane is nested. */
const DEPTH_MAX = 16

/**
 * What granting an item yields on average: a bundle its entries, a generator each entry by its share of the weights,
 * nested until plain items remain; bundle 40 is nothing (rules §3).
 */
export function expectItems(
  byId: ReadonlyMap<number, ItemDefinition>,
  granted: readonly ExpectedItem[],
): readonly ExpectedItem[] {
  const sums = new Map<number, number>()
  const open = (itemId: number, count: number, depth: number): void => {
    if (itemId === HIDDEN_BUNDLE_ID || count === 0 || depth > DEPTH_MAX) return
    const item = byId.get(itemId)
    if (item === undefined || (item.Type !== 'bundle' && item.Type !== 'generator')) {
      sums.set(itemId, (sums.get(itemId) ?? 0) + count)
      return
    }
    const entries = readBundle(item.Bundle)
    const weight = item.Type === 'generator' ? entries.reduce((sum, entry) => sum + entry.count, 0) : 1
    for (const entry of entries) open(entry.itemId, (count * entry.count) / Math.max(1, weight), depth + 1)
  }
  for (const { itemId, count } of granted) open(itemId, count, 0)
  return Array.from(sums, ([itemId, count]) => ({ itemId, count }))
}

/** Reads "1001x3;1002x1". Weights are whole numbers as counts are. */
export function readBundle(text: string): readonly ExpectedItem[] {
  return text.split(';').flatMap((entry) => {
    const [id = '', count = '1'] = entry.split('x')
    const itemId = Number(id)
    return Number.isInteger(itemId) && itemId > 0 ? [{ itemId, count: Number(count) || 0 }] : []
  })
}
