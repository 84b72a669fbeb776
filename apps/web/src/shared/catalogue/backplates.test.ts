import { expect, test } from 'vitest'
import { createItem } from '../testing/create-item.ts'
import { assignBackplates, backplateOf } from './backplates.ts'

test('each of forty categories has a backplate that no other has', () => {
  const items = Array.from({ length: 80 }, (_, index) => createItem(index, { Tags: [`family:${index % 40}`] }))
  assignBackplates(items, new Map())
  const looks = items.map((item) => JSON.stringify(backplateOf(item)))
  expect(new Set(looks).size).toBe(40)
  expect(looks.slice(0, 40)).toEqual(looks.slice(40))
})

test('an item without a category has no backplate', () => {
  const families = ['ore', 'gem', 'wood'].map((family, index) => createItem(index, { Tags: [`family:${family}`] }))
  const plain = createItem(9, { Tags: ['rarity:common'] })
  assignBackplates([...families, plain], new Map())
  expect(backplateOf(families[0])).toBeDefined()
  expect(backplateOf(plain)).toBeUndefined()
  expect(backplateOf(undefined)).toBeUndefined()
})
