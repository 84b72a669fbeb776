import type { Catalogue } from '../../core/catalogue.ts'
import type { ItemId } from '../../core/numbers.ts'
import { NOTHING_ID } from './open-item.ts'

/** One entry of an item that opens (rules §3). */
export interface OpeningShare {
  readonly itemId: ItemId
  /** Whether this entry grants nothing. */
  readonly isNothing: boolean
  /** Units granted at once: a bundle's quantity, or 1 for a generator. */
  readonly count: number
  /** The chance is exactly `weight` / `totalWeight`; a bundle gives every entry, so both are 1. */
  readonly weight: number
  readonly totalWeight: number
}

/**
 * The entries of a bundle or generator with their exact shares, including "nothing" (rules §3), in the order of the
 * item definition. Nested bundles and generators are not opened: see `estimateOpening`.
 * @returns undefined for an item that does not open.
 */
export function openingShares(catalogue: Pick<Catalogue, 'items'>, itemId: ItemId): OpeningShare[] | undefined {
  const opens = catalogue.items.get(itemId)?.opens
  if (opens === undefined) return undefined
  if (opens.how === 'bundle') {
    return opens.entries.map(({ itemId: entryId, count }) => ({
      itemId: entryId,
      isNothing: entryId === NOTHING_ID,
      count,
      weight: 1,
      totalWeight: 1,
    }))
  }
  const totalWeight = opens.entries.reduce((sum, { count }) => sum + count, 0)
  return opens.entries.map(({ itemId: entryId, count: weight }) => ({
    itemId: entryId,
    isNothing: entryId === NOTHING_ID,
    count: 1,
    weight,
    totalWeight,
  }))
}
