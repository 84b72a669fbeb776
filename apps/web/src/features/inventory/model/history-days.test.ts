import type { InventoryOperation } from '@clutch/contract'
import { expect, test } from 'vitest'
import { groupByDay } from './history-days.ts'

const operationAt = (year: number, month: number, day: number, hour: number): InventoryOperation => ({
  uuid: `${year}-${month}-${day}-${hour}`,
  created_at: new Date(year, month, day, hour).getTime() / 1_000,
  operation_code: 'quest_drop',
  operation_type: 'add',
  list: [],
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
