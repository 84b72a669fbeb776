import { asItemId, type ItemAmount } from '@clutch/economy'
import { jsonCell } from '../../store/statement.ts'
import type { StoredItems } from './tables.ts'

/** Serializes items and counts for a JSON column. */
export function itemsCell(items: readonly ItemAmount[]): string {
  return jsonCell(items.map(({ itemId, count }) => [itemId, count]))
}

/** Parses stored items and counts. */
export function toAmounts(items: StoredItems): ItemAmount[] {
  return items.map(([itemId, count]) => ({ itemId: asItemId(itemId), count }))
}
