import { expect, it } from 'vitest'
import { NO_ENTRY, NO_ITEM, toRequest, type Entry } from './request.ts'

const LIST: Entry = { ...NO_ENTRY, list: 'anna', coins: '7' }

it('parses a list with coins and items, and ignores empty item lines', () => {
  const items = [{ itemText: ' 12 ', countText: '3' }, NO_ITEM]
  expect(toRequest({ ...LIST, items })).toEqual({
    players: { kind: 'list', text: 'anna' },
    coins: 7,
    items: [{ item_id: 12, count: 3 }],
  })
})

it('parses a filter, whose days begin at midnight UTC', () => {
  const filter: Entry = { ...LIST, whom: 'filter', activeSince: '2026-11-22', ownsItem: '5' }
  expect(toRequest(filter)).toMatchObject({
    players: { kind: 'filter', active_since: 1_795_305_600, signed_up_before: 0, owns_item: 5 },
  })
})

it.each([
  ['nobody', { list: ' ' }],
  ['filter', { whom: 'filter', ownsItem: 'x' }],
  ['coins', { coins: '1e3' }],
  ['coins', { coins: '1000000001' }],
  ['items', { items: [{ itemText: '12', countText: '' }] }],
  ['items', { items: [{ itemText: '12', countText: '1000001' }] }],
  ['nothing', { coins: '' }],
  ['nothing', { coins: '0' }],
] as const)('reports %s for %o', (problem, change) => {
  expect(toRequest({ ...LIST, ...change })).toBe(problem)
})
