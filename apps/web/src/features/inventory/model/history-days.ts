import type { InventoryOperation, ItemDefinition } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { foldTag } from '#shared/catalogue/search.ts'

export interface HistoryDay {
  /** Midnight of the day where the player is, in Unix seconds. */
  readonly dayStartSec: number
  readonly entries: readonly InventoryOperation[]
}

/** Operations that stand in order of time, by the player's own calendar day. */
export function groupByDay(operations: readonly InventoryOperation[]): readonly HistoryDay[] {
  const days = new Map<number, InventoryOperation[]>()
  for (const operation of operations) {
    const date = new Date(operation.created_at * SECOND_MS)
    const dayStartSec = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() / SECOND_MS
    const day = days.get(dayStartSec)
    if (day === undefined) days.set(dayStartSec, [operation])
    else day.push(operation)
  }
  return Array.from(days, ([dayStartSec, entries]) => ({ dayStartSec, entries }))
}

const HIDDEN_TAG = 'type:busy'

/** Catalogue entries that the history can be narrowed to: of type item, without the tag type:busy (document 1 §2). */
export function listFilterItems(items: readonly ItemDefinition[]): readonly ItemDefinition[] {
  return items.filter(({ Type, Tags }) => Type === 'item' && !Tags.some((tag) => foldTag(tag) === HIDDEN_TAG))
}
