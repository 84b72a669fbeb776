import { expect, test } from 'vitest'
import { createItem } from '../testing/create-item.ts'
import { suggestTags } from './suggest-tags.ts'

const items = [
  createItem(1, { Tags: ['type:material', 'tier:1'] }),
  createItem(2, { Tags: ['Type:Material '] }),
  createItem(3, { Tags: [''] }),
]

test('suggestions exclude already selected tags, most used first', () => {
  expect(suggestTags(items, [])).toEqual(['type:material', 'tier:1'])
  expect(suggestTags(items, ['Type:Material'])).toEqual(['tier:1'])
})
