import { expect, test } from 'vitest'
import { createMemoryStorage } from '#shared/storage/memory-storage.ts'
import { newSinceLastVisit } from './seen-announcements.ts'

test('the first visit marks nothing', () => {
  expect([...newSinceLastVisit(['a', 'b'], createMemoryStorage(), createMemoryStorage())]).toEqual([])
})

test('a later visit marks what was not there before', () => {
  const local = createMemoryStorage()
  newSinceLastVisit(['a'], local, createMemoryStorage())
  expect([...newSinceLastVisit(['b', 'a'], local, createMemoryStorage())]).toEqual(['b'])
})

test('the mark stays during the visit, over reloads too, and is gone at the next', () => {
  const local = createMemoryStorage()
  newSinceLastVisit(['a'], local, createMemoryStorage())
  const session = createMemoryStorage()
  newSinceLastVisit(['b', 'a'], local, session)
  expect([...newSinceLastVisit(['b', 'a'], local, session)]).toEqual(['b'])
  expect([...newSinceLastVisit(['b', 'a'], local, createMemoryStorage())]).toEqual([])
})

test('announcements that arrive during the visit are new, too', () => {
  const [local, session] = [createMemoryStorage(), createMemoryStorage()]
  newSinceLastVisit(['a'], local, session)
  expect([...newSinceLastVisit(['b', 'a'], local, session)]).toEqual(['b'])
})

test.each(['no JSON', '{"a":1}', '7', 'null'])('nonsense in the storage (%s) counts as a first visit', (nonsense) => {
  const local = createMemoryStorage()
  local.setItem('seen-news', nonsense)
  expect([...newSinceLastVisit(['a'], local, createMemoryStorage())]).toEqual([])
})
