import type { Trade } from '@clutch/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createTrade } from '#shared/testing/create-trade.ts'
import { putTrade } from './put-trade.ts'

const queryKey = ['social', 'trades']

test('a list of trades that was being read when a trade changed does not bring the older state back', async () => {
  const client = new QueryClient()
  const answer = Promise.withResolvers<Trade[]>()
  const reading = client.fetchQuery({ queryKey, queryFn: () => answer.promise }).catch(() => undefined)
  putTrade(client, queryKey, createTrade({ revision: 2 }))
  answer.resolve([createTrade({ revision: 1 })])
  await reading
  expect(client.getQueryData(queryKey)).toMatchObject([{ revision: 2 }])
})
