import { describe, expect, it } from 'vitest'
import { order, serveMarket } from '../support/market-server.ts'
import { ServerClient } from '../support/server-client.ts'
import { STORE_KINDS } from '../support/stores.ts'

const EVENTS = 'GET /events'

describe.each(STORE_KINDS)('reading events over HTTP on %s', (kind) => {
  const { server, newItem, newPlayer } = serveMarket(kind)
  const client = () => ServerClient.open(server())

  /** The cursor after everything so far. */
  async function untilNow(game: ServerClient): Promise<string> {
    for (let after = ''; ;) {
      const { events, next } = await game.call(EVENTS, { query: { after, limit: '1000' } })
      if (events.length === 0) return next
      after = next
    }
  }

  it('a waiting reader gets an event as soon as it is committed', async () => {
    const game = await client()
    const player = await newPlayer()
    const after = await untilNow(game)
    const waiting = game.call(EVENTS, { query: { after, wait: '25' } })
    await player.grant(7, {})
    const { events, next, oldest } = await waiting
    expect(events).toMatchObject([
      { type: 'operation.posted', data: { steam_id: player.steamId, kind: 'quest_drop', coins: { change: 7 } } },
    ])
    expect(next).toBe(events[0]?.id)
    expect(oldest).toMatch(/^\d{15}-\d{12}$/)
  })

  it('a reader of some types moves past the others', async () => {
    const game = await client()
    const item = newItem()
    const [anna, boris] = [await newPlayer(0, { [item]: 9 }), await newPlayer(5_000)]
    const after = await untilNow(game)
    await anna.call('POST /marketplace/create-sell-lot', order(item, 70, 5))
    await boris.call('POST /marketplace/buy-lot', order(item, 70, 2))
    const trades = { types: 'trade.executed,player.registered' }
    const { events, next } = await game.call(EVENTS, { query: { after, ...trades } })
    expect(events.map(({ type }) => type)).toEqual(['trade.executed'])
    const others = await game.call(EVENTS, { query: { after, types: 'player.banned' } })
    expect(others.events).toEqual([])
    expect(others.next >= next).toBe(true)
    await newPlayer()
    const { events: later } = await game.call(EVENTS, { query: { after: others.next, ...trades } })
    expect(later.map(({ type }) => type)).toEqual(['player.registered'])
  })

  it('a cursor of events that a restored backup does not have is rejected', async () => {
    const game = await client()
    const next = await untilNow(game)
    const ahead = next.replace(/^\d{15}/, (position: string) =>
      String(Number(position) + 1).padStart(position.length, '0'),
    )
    const params = await game.refused('cursor_expired', EVENTS, { query: { after: ahead } })
    expect(params).toHaveProperty('oldest')
  })

  it('an empty wait ends with the cursor that was given', async () => {
    const game = await client()
    const after = await untilNow(game)
    expect(await game.call(EVENTS, { query: { after, wait: '1' } })).toMatchObject({ events: [], next: after })
  })

  it.each([{ after: 'yesterday' }, { limit: '0' }, { limit: '1001' }, { types: 'lot.placed' }, { wait: '26' }])(
    'rejects %o',
    async (query) => {
      expect(await (await client()).refused('invalid_input', EVENTS, { query })).toHaveProperty('detail')
    },
  )
})
