import type { ExchangeRequest, ParkedExchange } from '@clutch/contract'
import { expect, it } from 'vitest'
import { effectOf, openRequest, paidOut } from './decision-effect.ts'

const request = (state: ExchangeRequest['state'], store_count: number): ExchangeRequest => ({
  request_id: String(store_count),
  stack_id: null,
  store_count,
  coins: store_count * 100,
  state,
  attempts: 1,
})

function parked(direction: ParkedExchange['direction'], requests: ExchangeRequest[]): ParkedExchange {
  return {
    id: '00000000-0000-7000-8000-000000000001',
    direction,
    currency: 'bronze',
    store_count: 9,
    coins: 900,
    state: 'parked',
    created_at: 0,
    settled_at: null,
    user_uuid: '00000000-0000-7000-8000-000000000002',
    steam_id: '76561198000000001',
    name: 'Anna',
    parked_at: 0,
    why: 'no_answer',
    requests,
  }
}

it('burns or refunds what is on hold for the platform', () => {
  const exchange = parked('to_steam', [request('ambiguous', 9)])
  expect(effectOf(exchange, true)).toEqual({ kind: 'burned', coins: 900, storeCount: 9 })
  expect(effectOf(exchange, false)).toEqual({ kind: 'refunded', coins: 900, storeCount: 9 })
})

it('pays out the open request only: earlier ones have ended, later ones were not sent', () => {
  const exchange = parked('from_steam', [
    request('confirmed', 4),
    request('refused', 2),
    request('ambiguous', 3),
    request('prepared', 5),
  ])
  expect(openRequest(exchange)?.store_count).toBe(3)
  expect(effectOf(exchange, true)).toEqual({ kind: 'minted', coins: 300, storeCount: 3 })
  expect(effectOf(exchange, false)).toMatchObject({ kind: 'nothing' })
  expect(paidOut(exchange)).toBe(400)
})

it('moves nothing if the platform was never asked', () => {
  expect(effectOf(parked('from_steam', []), true)).toMatchObject({ kind: 'nothing', coins: 0 })
})
