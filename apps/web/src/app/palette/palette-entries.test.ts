import { expect, test } from 'vitest'
import { createItem } from '#shared/testing/create-item.ts'
import { findEntries, itemEntries, SHOWN_PER_GROUP, type Entry } from './palette-entries.ts'

const items = [
  createItem(1, { Name: 'Old Copper', NameJa: '古い銅', CanSell: true }),
  createItem(2, { Name: 'Copper Ore', NameJa: '銅鉱石', CanSell: true }),
  createItem(3, { Name: 'Copper Bound', CanSell: false }),
]
const catalogue = {
  version: '',
  items,
  byId: new Map(items.map((item) => [item.Itemdefid, item])),
  tagNames: new Map(),
  pictures: new Map(),
  texts: 'all' as const,
}
const page: Entry = { key: 'craft', group: 'pages', name: 'Craft', names: ['Craft', 'Крафт'], run: () => undefined }
const entries = [page, ...itemEntries(catalogue, 'en', () => undefined)]
const namesOf = (query: string) => findEntries(entries, query, catalogue).map(({ name }) => name)

test('prefix matches come before others, and untradable items are not listed', () => {
  expect(namesOf('copper')).toEqual(['Copper Ore', 'Old Copper'])
})

test('finds pages and items by their names in any language', () => {
  expect(namesOf('крафт')).toEqual(['Craft'])
  expect(namesOf('銅鉱')).toEqual(['Copper Ore'])
})

test('shows pages and no items before anything is typed', () => {
  expect(namesOf(' ')).toEqual(['Craft'])
})

test('limits each group', () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ ...page, key: String(index) }))
  expect(findEntries(many, 'craft', catalogue)).toHaveLength(SHOWN_PER_GROUP)
})
