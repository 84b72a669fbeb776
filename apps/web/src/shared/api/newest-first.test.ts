import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readNewest } from './newest-first.ts'

const queryKey = ['history']
const idOf = (entry: { readonly id: string }) => entry.id
const entriesOf = (...ids: string[]) => ids.map((id) => ({ id }))

async function takeIn(pages: string[][], latest: string[]) {
  const client = new QueryClient()
  client.setQueryData(queryKey, {
    pages: pages.map((ids) => entriesOf(...ids)),
    pageParams: pages.map((_, index) => index),
  })
  let reads = 0
  const readFirstPage = async () => {
    reads += 1
    return entriesOf(...latest)
  }
  await readNewest(client, { queryKey, readFirstPage, idOf, firstCursor: 0 })
  const data = client.getQueryData<{ pages: { id: string }[][]; pageParams: number[] }>(queryKey)
  return { pages: data?.pages.map((page) => page.map(idOf)), pageParams: data?.pageParams, reads }
}

test('new entries are added on top with one read, however many pages are loaded', async () => {
  const seen = await takeIn([['c', 'b'], ['a']], ['e', 'd', 'c'])
  expect(seen).toEqual({ pages: [['e', 'd', 'c', 'b'], ['a']], pageParams: [0, 1], reads: 1 })
})

test('without new entries nothing changes', async () => {
  expect((await takeIn([['c', 'b'], ['a']], ['c', 'b'])).pages).toEqual([['c', 'b'], ['a']])
})

test('more than a page of new entries restarts the history at its first page', async () => {
  expect(await takeIn([['c', 'b'], ['a']], ['g', 'f'])).toMatchObject({ pages: [['g', 'f']], pageParams: [0] })
})

test('an empty history gets its first entries', async () => {
  expect((await takeIn([[]], ['a'])).pages).toEqual([['a']])
})
