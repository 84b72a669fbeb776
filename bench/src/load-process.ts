import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** Sends orders to a server for a while and prints how many were acknowledged per second, as JSON. */
export interface Load {
  readonly url: string
  /** Where to send; null for the marketplace's two calls in turn. */
  readonly path: string | null
  readonly tokens: readonly string[]
  readonly seconds: number
  readonly connections: number
  readonly items: readonly number[]
}

export interface LoadResult {
  readonly perSecond: number
  readonly failed: number
}

const PRICE_COINS = 100
const load = JSON.parse(process.argv[2] ?? '') as Load
let sequence = 0

const result = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  requests: [{ method: 'POST', setupRequest: nextOrder }],
})
const answer: LoadResult = { perSecond: result['2xx'] / result.duration, failed: result.non2xx + result.errors }
console.log(JSON.stringify(answer))

/** A sale and a purchase of the same item at the same price in turn, by different players: all orders match. */
function nextOrder(request: autocannon.Request): autocannon.Request {
  sequence += 1
  const pair = Math.floor(sequence / 2)
  const isSale = sequence % 2 === 0
  const token = load.tokens[(isSale ? pair : pair + 1) % load.tokens.length] ?? ''
  return {
    ...request,
    path: load.path ?? `/api/marketplace/${isSale ? 'create-sell-lot' : 'create-buy-lot'}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ item_type_id: load.items[pair % load.items.length], price: PRICE_COINS, count: 1 }),
  }
}
