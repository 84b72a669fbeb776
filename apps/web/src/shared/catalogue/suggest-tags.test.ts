import { expect, test } from 'vitest'
import { createItem } from '../testing/create-item.ts'
import { findTags, suggestTags } from './suggest-tags.ts'

const items = [
  createItem(1, { Tags: ['type:material', 'tier:1'] }),
  createItem(2, { Tags: ['Type:Material '] }),
  createItem(3, { Tags: [''] }),
]

test('suggestions exclude already selected tags, most used first', () => {
  expect(suggestTags(items, [])).toEqual(['type:material', 'tier:1'])
  expect(suggestTags(items, ['Type:Material'])).toEqual(['tier:1'])
})

test('tags are found by a part of their names, ignoring accents', () => {
  const names: Readonly<Record<string, string>> = { 'family:ore': 'Minérios', 'use:fire': 'Для костра' }
  const found = (text: string) => findTags(Object.keys(names), text, (tag) => names[tag] ?? tag)
  expect([found('minerio'), found(' КОСТЁР'), found('fire'), found('')]).toEqual([
    ['family:ore'],
    [],
    ['use:fire'],
    ['family:ore', 'use:fire'],
  ])
})
