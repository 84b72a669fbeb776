import type { ItemDefinition } from '@clutch/contract'
import { expect, test } from 'vitest'
import { createSearch } from './search.ts'

function item(id: number, names: Partial<ItemDefinition>): ItemDefinition {
  const texts = { Name: '', NameRu: '', NameZh: '', NameTr: '', NamePt: '', NameJa: '', Description: '' }
  const descriptions = { DescriptionRu: '', DescriptionZh: '', DescriptionTr: '', DescriptionPt: '', DescriptionJa: '' }
  return { Itemdefid: id, ...texts, ...descriptions, ...names } as ItemDefinition
}

const ITEMS = [
  item(1, { Name: 'Copper Ore', NameRu: 'Медная руда', NamePt: 'Minério de Cobre', NameJa: '銅コイン' }),
  item(2, { Name: 'Fir Tree', NameRu: 'Ёлка', Description: 'Smells of copper, oddly.' }),
  item(3, { Name: 'Iron Ingot', NameTr: 'Işık Külçesi' }),
]

const found = (query: string) => ITEMS.filter(createSearch(query, ITEMS)).map(({ Itemdefid }) => Itemdefid)

test.each([
  ['  COPPER ', [1, 2]],
  ['елка', [2]],
  ['ЁЛКА', [2]],
  ['minerio', [1]],
  ['MINÉRIO', [1]],
  ['minério'.normalize('NFD'), [1]],
  ['ｺｲﾝ', [1]],
  ['こいん', [1]],
  ['ＩＲＯＮ', [3]],
  ['ISIK', [3]],
  ['', [1, 2, 3]],
])('%j finds what a person means by it', (query, ids) => {
  expect(found(query)).toEqual(ids)
})

test.each([
  ['coper ore', [1]],
  ['ore copper', [1]],
  ['iorn', [3]],
  ['руад', [1]],
  ['qwertz', []],
])('%j, contained nowhere, finds similar names', (query, ids) => {
  expect(found(query)).toEqual(ids)
})

test('a query with exact matches finds nothing else', () => {
  expect(found('iron')).toEqual([3])
  expect(ITEMS.filter(createSearch('coper'))).toEqual([])
})
