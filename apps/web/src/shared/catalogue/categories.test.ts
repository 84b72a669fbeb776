import { describe, expect, it } from 'vitest'
import { createItem } from '#shared/testing/create-item.ts'
import { findCategories, withCategory } from './categories.ts'

const families = ['ore', 'wood', 'gem', 'food']
const items = Array.from({ length: 12 }, (_, index) =>
  createItem(index + 1, {
    Tags: [
      `rarity:${['common', 'rare', 'epic'][index % 3]}`,
      `Family:${families[index % 4]} `,
      'use:a',
      'use:b',
      'use:c',
    ],
  }),
)

describe('categories', () => {
  it('are the values of the kind of tag that divides the items most finely, each with its number of items', () => {
    expect(findCategories(items)).toEqual(families.map((family) => ({ tag: `family:${family}`, count: 3 })))
  })

  it('do not exist where too few items have one, or an item has several', () => {
    expect(findCategories(items.map((item, index) => ({ ...item, Tags: index < 4 ? item.Tags : [] })))).toEqual([])
    const uses = ['use:a', 'use:b', 'use:c', 'use:d']
    expect(findCategories(items.map((item) => ({ ...item, Tags: uses })))).toEqual([])
  })

  it('replace each other among the chosen tags and leave the others', () => {
    const categories = findCategories(items)
    expect(withCategory(['Family:Ore', 'use:a'], categories, 'family:gem')).toEqual(['family:gem', 'use:a'])
    expect(withCategory(['family:ore', 'use:a'], categories, null)).toEqual(['use:a'])
  })
})
