import { asItemId, type ItemAmount } from '@clutch/economy'
import { jsonCell } from '../../store/statement.ts'
import type { StoredItems } from './tables.ts'

/** Items and counts as a cell of JSON. */
export function itemsCell(items: readonly ItemAmount[]): string {
  return jsonCell(items.map(({ itemId, count }) => [itemId, count]))
}

/** Items and counts as they were stored. */
export function toAmounts(items: StoredItems): ItemAmount[] {
  return items.map(([itemId, count]) => ({ itemId: asItemId(itemId), count }))
}
