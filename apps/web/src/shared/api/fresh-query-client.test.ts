import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { FreshQueryClient } from './fresh-query-client.ts'

const KEY = ['lots']

/** A query on screen; each read returns the value as of its request, once it is answered. */
function watched() {
  const client = new FreshQueryClient()
  const world = { value: 1 }
  const pending: (() => void)[] = []
  const aborted: number[] = []
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => {
    const { value } = world
    signal.addEventListener('abort', () => aborted.push(value))
    return new Promise<number>((resolve) => pending.push(() => resolve(value)))
  }
  const observer = new QueryObserver(client, { queryKey: KEY, queryFn, retry: false })
  observer.subscribe(() => {})
  return {
    client,
    world,
    pending,
    aborted,
    shown: () => observer.getCurrentResult().data,
    answer: async () => {
      const next = pending.shift()
      if (next === undefined) throw new Error('Nothing was asked for')
      next()
      await expect.poll(() => client.isFetching() === 0 || pending.length > 0).toBe(true)
    },
  }
}

test('a first read that is invalidated on its way is followed by another', async () => {
  const { client, world, pending, shown, answer } = watched()
  world.value = 2
  const readOther = vi.fn<() => Promise<number>>(async () => 7)
  new QueryObserver(client, { queryKey: ['other'], queryFn: readOther }).subscribe(() => {})
  const onCurrent = vi.fn<() => void>()
  const isCurrent = client.invalidateQueries({ queryKey: KEY }).then(onCurrent)
  expect(pending).toHaveLength(1)
  await answer()
  expect(shown()).toBe(1)
  expect(onCurrent).not.toHaveBeenCalled()
  await answer()
  await isCurrent
  expect(shown()).toBe(2)
  expect(readOther).toHaveBeenCalledTimes(1)
  expect(pending).toEqual([])
})

test('constant invalidation lets every read finish, and one read covers all invalidations during another', async () => {
  const { client, world, pending, aborted, shown, answer } = watched()
  await answer()
  for (const value of [2, 3, 4]) {
    world.value = value
    void client.invalidateQueries({ queryKey: KEY })
    void client.invalidateQueries({ queryKey: KEY })
    expect(pending).toHaveLength(1)
    if (value > 2) await answer()
  }
  expect(shown()).toBe(3)
  await answer()
  expect(shown()).toBe(4)
  expect([pending, aborted]).toEqual([[], []])
})

test('a read on a dead connection is cancelled on request, and none follows the new one', async () => {
  const { client, world, pending, aborted, shown, answer } = watched()
  await answer()
  void client.invalidateQueries({ queryKey: KEY })
  world.value = 2
  void client.invalidateQueries(undefined, { cancelRefetch: true })
  expect(aborted).toEqual([1])
  pending.shift()
  await answer()
  expect(shown()).toBe(2)
  expect(pending).toEqual([])
})

test('an inactive query is read when it becomes active, unless all are requested', async () => {
  const client = new FreshQueryClient()
  const queryFn = vi.fn<() => Promise<number>>(async () => 1)
  await client.fetchQuery({ queryKey: KEY, queryFn })
  await client.invalidateQueries({ queryKey: KEY })
  expect(queryFn).toHaveBeenCalledTimes(1)
  const isRead = client.fetchQuery({ queryKey: KEY, queryFn, staleTime: 0 })
  await client.invalidateQueries({ queryKey: KEY, refetchType: 'all' })
  await isRead
  expect(queryFn).toHaveBeenCalledTimes(3)
})
