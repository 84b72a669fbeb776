import { request, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { STREAMS_PER_ADDRESS_MAX } from '../../src/areas/public-market/stream.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { STORE_KINDS } from '../support/stores.ts'

interface Received {
  readonly id: string | undefined
  readonly event: string
  readonly data: {
    readonly prices?: readonly { readonly item_id: number; readonly buy?: number; readonly sell?: number }[]
    readonly trades?: readonly { readonly price: number }[]
  }
}

class StreamReader {
  readonly status: number
  readonly #response: IncomingMessage
  #text = ''

  private constructor(response: IncomingMessage) {
    this.status = response.statusCode ?? 0
    this.#response = response
    response.setEncoding('utf8').on('data', (chunk: string) => (this.#text += chunk))
    response.on('error', () => undefined)
  }

  static open(url: string, query: string, lastEventId?: string): Promise<StreamReader> {
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    return new Promise((resolve, reject) => {
      request(`${url}/api/public/v1/stream?${query}`, { headers, agent: false }, (response) =>
        resolve(new StreamReader(response)),
      )
        .on('error', reject)
        .end()
    })
  }

  events(): Received[] {
    return this.#text.split('\n\n').flatMap((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const event = field('event')
      return event === undefined || event === 'heartbeat'
        ? []
        : [{ id: field('id'), event, data: JSON.parse(field('data') ?? '{}') as Received['data'] }]
    })
  }

  prices(): number[] {
    return this.events().flatMap(({ data }) => (data.trades ?? []).map(({ price }) => price))
  }

  close(): void {
    this.#response.destroy()
  }
}

describe.each(STORE_KINDS)('the public stream on %s', (kind) => {
  const { server, db, newItem, newPlayer } = serveMarket(kind)
  const open = (query: string, lastEventId?: string) => StreamReader.open(server().url, query, lastEventId)

  // The first test, since streams begin at a position that outlives the last one for a moment.
  it('opens again once the store can be read, after a stream that could not begin', async () => {
    await sql`alter table operation rename to operation_away`.execute(db())
    try {
      await expect(open('')).rejects.toThrow('socket hang up')
    } finally {
      await sql`alter table operation_away rename to operation`.execute(db())
    }
    const stream = await open('')
    await expect.poll(() => stream.events()).toHaveLength(1)
    stream.close()
  })

  it('begins with the prices and then sends their changes, for the wanted items only', async () => {
    const [item, other] = [newItem(), newItem()]
    const anna = await newPlayer(5_000, { [item]: 9, [other]: 9 })
    await anna.call('POST /marketplace/create-sell-lot', order(item, 70, 1))
    const stream = await open(`channels=prices&ids=${item}`)
    await expect
      .poll(() => stream.events())
      .toEqual([{ id: undefined, event: 'prices', data: { prices: [{ item_id: item, buy: 0, sell: 70 }] } }])
    await anna.call('POST /marketplace/create-sell-lot', order(other, 7, 1))
    await anna.call('POST /marketplace/create-sell-lot', order(item, 60, 1))
    await expect
      .poll(() => stream.events().slice(1))
      .toEqual([{ id: undefined, event: 'prices', data: { prices: [{ item_id: item, sell: 60 }] } }])
    stream.close()
  })

  it('gives a reader that reconnects every trade once', async () => {
    const item = newItem()
    const [anna, boris] = [await newPlayer(0, { [item]: 30 }), await newPlayer(50_000)]
    const trade = async (price: number) => {
      await anna.call('POST /marketplace/create-sell-lot', order(item, price, 1))
      await boris.call('POST /marketplace/buy-lot', order(item, price, 1))
    }
    const query = `channels=trades&ids=${item}`
    const seen: number[] = []
    let lastId: string | undefined
    for (const first of [1, 11, 21]) {
      const stream = await open(query, lastId)
      for (let price = first; price < first + 3; price += 1) await trade(price)
      await expect.poll(() => stream.prices().at(-1)).toBe(first + 2)
      seen.push(...stream.prices())
      lastId = stream.events().at(-1)?.id
      stream.close()
      await trade(first + 5)
    }
    expect(seen).toEqual([1, 2, 3, 6, 11, 12, 13, 16, 21, 22, 23])
  })

  it('is limited per address, and refuses unknown channels', async () => {
    const streams = await Promise.all(Array.from({ length: STREAMS_PER_ADDRESS_MAX }, () => open('')))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    const refused = await open('')
    expect(refused.status).toBe(429)
    for (const stream of [...streams, refused]) stream.close()
    await expect.poll(() => server().server.publicStreams.size).toBe(0)
    const unknown = await open('channels=chat')
    expect(unknown.status).toBe(400)
    unknown.close()
  })
})
