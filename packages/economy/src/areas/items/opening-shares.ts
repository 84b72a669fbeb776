import type { Catalogue } from '../../core/catalogue.ts'
import type { ItemId } from '../../core/numbers.ts'
import { NOTHING_ID } from './open-item.ts'

/** What one entry of an item that opens comes to (rules §3). */
export interface OpeningShare {
  readonly itemId: ItemId
  /** Whether this is the entry that grants nothing. */
  readonly isNothing: boolean
  /** Of it at once: a bundle's quantity; 1 for a generator. */
  readonly count: number
  /** The chance is exactly `weight` / `totalWeight`; a bundle gives every entry, so both are 1. */
  readonly weight: number
  readonly totalWeight: number
}

/**
 * The entries of a bundle or generator with their exact shares, the "nothing" entry included (rules §3), in the order
 * of the item definition. Entries that open themselves are not opened: see `estimateOpening`.
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
