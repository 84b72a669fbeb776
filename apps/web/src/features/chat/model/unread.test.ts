import { expect, test } from 'vitest'
import { HeardMessages } from './unread.ts'

test('live messages after a count was read are added to it', () => {
  const heard = new HeardMessages()
  heard.add(5, 'a')
  heard.add(6, 'b')
  heard.add(7, 'a')
  expect([heard.countAfter(5, 'a'), heard.countAfter(4, 'a'), heard.countAfter(5, 'b')]).toEqual([1, 2, 1])
})

test('a deleted message is subtracted once', () => {
  const heard = new HeardMessages()
  heard.add(5, 'a')
  heard.add(6, 'a')
  expect([heard.forget(6), heard.forget(6), heard.forget(4)]).toEqual(['a', undefined, undefined])
  expect(heard.countAfter(0, 'a')).toBe(1)
})
