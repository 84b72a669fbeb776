import { request, type IncomingMessage } from 'node:http'
import { fastify } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { EventStreams, STREAMS_PER_USER_MAX } from '../../src/live/event-streams.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { STARTER_COINS } from '../support/test-server.ts'

interface Received {
  readonly id: string | undefined
  readonly event: string
  readonly data: unknown
}

/** A client of server-sent events that records what arrives. */
class StreamClient {
  readonly response: IncomingMessage
  text = ''
  isClosed = false

  private constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => (this.text += chunk))
    response.on('close', () => (this.isClosed = true))
    response.on('error', () => undefined)
  }

  static open(url: string, token: string, method = 'GET'): Promise<StreamClient> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' }
      const opening = request(`${url}/api/inventory/events`, { method, headers, agent: false }, (response) =>
        resolve(new StreamClient(response)),
      )
      opening.on('error', reject).end()
    })
  }

  events(): Received[] {
    return this.text
      .split('\n\n')
      .filter((block) => block.includes('event: '))
      .map((block) => {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        return { id: field('id'), event: field('event') ?? '', data: JSON.parse(field('data') ?? 'null') }
      })
  }

  close(): void {
    this.response.destroy()
  }
}

describe.each(STORE_KINDS)('server-sent events on %s', (kind) => {
  const { server, newItem, newPlayer } = serveMarket(kind)
  const open = (player: Player) => StreamClient.open(server().url, player.token)
  const streams = () => server().server.streams

  it("begin with ready and then report the player's own items and coins only", async () => {
    const itemId = newItem()
    const anna = await newPlayer(0, { [itemId]: 5 })
    const boris = await newPlayer()
    const [own, other] = [await open(anna), await open(boris)]
    expect(own.response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    expect(own.response.headers['content-encoding']).toBeUndefined()
    await expect.poll(() => own.events()).toEqual([{ id: undefined, event: 'ready', data: {} }])
    await anna.call('POST /marketplace/create-sell-lot', order(itemId, 10, 2))
    await anna.call('POST /marketplace/create-buy-lot', order(itemId, 5, 4))
    await expect.poll(() => own.events().length).toBe(3)
    const [, item, coins] = own.events()
    const timestamp = expect.any(Number)
    expect(item).toMatchObject({ event: 'inventory_item_updated', data: { item_id: itemId, count: 3, timestamp } })
    expect(coins).toMatchObject({ event: 'egg_coins_updated', data: { balance: STARTER_COINS - 20, timestamp } })
    expect(item?.id).toMatch(/^\d+-\d+$/)
    expect(other.events()).toHaveLength(1)
    for (const client of [own, other]) client.close()
    await expect.poll(() => streams().size).toBe(0)
  })

  it('are limited per player until one of them closes', async () => {
    const anna = await newPlayer()
    const clients = await Promise.all(Array.from({ length: STREAMS_PER_USER_MAX }, () => open(anna)))
    await anna.refused('rate_limited', 'GET /inventory/events')
    clients[0]?.close()
    await expect.poll(() => streams().size).toBe(STREAMS_PER_USER_MAX - 1)
    clients.push(await open(anna))
    expect(streams().size).toBe(STREAMS_PER_USER_MAX)
    for (const client of clients) client.close()
    await expect.poll(() => streams().size).toBe(0)
  })

  it('end with the session that opened them, and not with another session of the player', async () => {
    const itemId = newItem()
    const phone = await newPlayer()
    const desk = await Player.signIn(server(), phone.steamId)
    const [ending, staying] = [await open(phone), await open(desk)]
    await phone.call('POST /auth/logout', {})
    await expect.poll(() => ending.isClosed).toBe(true)
    await desk.call('POST /marketplace/create-buy-lot', order(itemId, 5, 4))
    await expect.poll(() => staying.events().map(({ event }) => event)).toEqual(['ready', 'egg_coins_updated'])
    staying.close()
    await expect.poll(() => streams().size).toBe(0)
  })

  it('are cut off from a client that does not read, and from no other', async () => {
    const [slow, quick] = [await newPlayer(), await newPlayer()]
    const [paused, reading] = [await open(slow), await open(quick)]
    paused.response.pause()
    const balances = Array.from({ length: 2_000 }, (_, asset) => ({ userId: slow.userId, asset: asset + 1, free: 1 }))
    for (let id = 1; streams().size === 2 && id < 500; id += 1) {
      const mine = { userId: quick.userId, asset: 1, free: id }
      streams().publish({ id, atMs: Date.now(), updates: { inventory: [...balances, mine] } })
      await new Promise((resolve) => void setTimeout(resolve, 2))
    }
    expect(streams().size).toBe(1)
    expect(reading.isClosed).toBe(false)
    await expect.poll(() => reading.events().length).toBeGreaterThan(2)
    for (const client of [paused, reading]) client.close()
    await expect.poll(() => streams().size).toBe(0)
  })

  it("send a heartbeat every 15 s that pages can see, with the server's time", async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const beating = new EventStreams()
    const app = fastify()
    app.get('/api/inventory/events', (_request, reply) => void beating.open('anna', 'session', reply))
    try {
      const client = await StreamClient.open(await app.listen({ port: 0 }), '')
      await expect.poll(() => client.events()).toHaveLength(1)
      vi.advanceTimersByTime(15_000)
      await expect.poll(() => client.events()).toHaveLength(2)
      expect(client.events()[1]).toMatchObject({ event: 'heartbeat', data: { timestamp: expect.any(Number) } })
    } finally {
      vi.useRealTimers()
      beating.close()
      await app.close()
    }
  })

  it('answer a HEAD request and end it', async () => {
    const anna = await newPlayer()
    const client = await StreamClient.open(server().url, anna.token, 'HEAD')
    expect(client.response.headers['content-type']).toBe('text/event-stream')
    client.response.resume()
    await expect.poll(() => streams().size).toBe(0)
  })
})
