import { expect, test } from 'vitest'
import { readHistoryView, writeHistoryView, type HistoryView } from './history-view.ts'

const first: HistoryView = { section: 'orders', lastUuid: undefined, types: [], itemId: null }

test('the first page without filters leaves the address bare: last_uuid is removed on the first page', () => {
  expect(readHistoryView({})).toEqual(first)
  expect(writeHistoryView(first)).toEqual({})
})

test('the address keeps the last order id of the current page, the filters and the section', () => {
  const view: HistoryView = {
    section: 'profit',
    lastUuid: '01900000-0000-7000-8000-000000000000',
    types: ['cancel_sell', 'buy_manual'],
    itemId: 1_001,
  }
  expect(readHistoryView(writeHistoryView(view))).toEqual(view)
})

test('what makes no sense in the address is left out', () => {
  expect(readHistoryView({ types: 'stolen,sell_auto', item: '-3', view: 'x', last_uuid: 'yesterday' })).toEqual({
    ...first,
    types: ['sell_auto'],
  })
})
