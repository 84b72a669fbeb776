import type { CraftHistoryEntry } from '@clutch/contract'
import { expect, test } from 'vitest'
import { dayEndSec, dayOf, groupByRecipe, readResult } from './craft-history.ts'

function entryOf(receipt_id: number, count: number, process_date: number, quantity: number): CraftHistoryEntry {
  return {
    id: '01900000-0000-7000-8000-000000000000',
    process_date,
    created_at: 0,
    receipt_id,
    receipt_name: '',
    receipt_icon_url: '',
    craft_group: '',
    receipt_duration: 1,
    count,
    jdoc: JSON.stringify({ new_items: [{ item_id: 7, quantity }], returned_items: [] }),
  }
}

test.each(['', 'null', '[]', '{"new_items":7}', '{"new_items":[null,{"item_id":"x"}]}', '{broken'])(
  'a history entry with the unparseable jdoc %o is treated as empty',
  (jdoc) => {
    expect(readResult(jdoc)).toEqual({ made: [], returned: [] })
  },
)

test('an entry lists what was crafted and what was returned', () => {
  const jdoc = JSON.stringify({
    new_items: [{ item_id: 1, quantity: 2 }],
    returned_items: [{ item_id: 3, quantity: 4 }],
  })
  expect(readResult(jdoc)).toEqual({ made: [{ itemId: 1, count: 2 }], returned: [{ itemId: 3, count: 4 }] })
})

test('grouping sums the runs and yields of a recipe', () => {
  expect(groupByRecipe([entryOf(2, 5, 90, 5), entryOf(1, 1, 80, 1), entryOf(2, 3, 70, 4)])).toEqual([
    { recipeId: 2, runs: 8, entries: 2, lastProcessSec: 90, made: [{ itemId: 7, count: 9 }] },
    { recipeId: 1, runs: 1, entries: 1, lastProcessSec: 80, made: [{ itemId: 7, count: 1 }] },
  ])
})

test('the first cursor is the end of the chosen day', () => {
  const end = new Date(dayEndSec('2026-11-21') * 1_000)
  expect(dayOf(end)).toBe('2026-11-21')
  expect(dayOf(new Date(end.getTime() + 1_000))).toBe('2026-11-22')
})
