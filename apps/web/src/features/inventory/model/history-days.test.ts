import type { InventoryOperation } from '@clutch/contract'
import { expect, test } from 'vitest'
import { groupByDay, listFilterItems } from './history-days.ts'
import { createItem } from '#shared/testing/create-item.ts'

const operationAt = (year: number, month: number, day: number, hour: number): InventoryOperation => ({
  uuid: `${year}-${month}-${day}-${hour}`,
  created_at: new Date(year, month, day, hour).getTime() / 1_000,
  operation_code: 'quest_drop',
  operation_type: 'add',
  list: [],
  coins: null,
  cause: null,
})

test('operations stand together by the player’s own calendar day, in their order', () => {
  const late = operationAt(2026, 10, 21, 23)
  const early = operationAt(2026, 10, 21, 0)
  const before = operationAt(2026, 10, 20, 23)
  expect(groupByDay([late, early, before])).toEqual([
    { dayStartSec: early.created_at, entries: [late, early] },
    { dayStartSec: before.created_at - 23 * 3_600, entries: [before] },
  ])
  expect(groupByDay([])).toEqual([])
})

test('the dropdown lists only catalogue entries of type item without the tag type:busy', () => {
  const items = [
    createItem(1, { Type: 'item', Tags: ['type:ore'] }),
    createItem(2, { Type: 'item', Tags: ['type:ore', ' Type:Busy '] }),
    createItem(3, { Type: 'bundle', Tags: [] }),
    createItem(4, { Type: 'generator', Tags: [] }),
    createItem(5, { Type: 'item', Tags: [] }),
  ]
  expect(listFilterItems(items).map(({ Itemdefid }) => Itemdefid)).toEqual([1, 5])
})
