import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '@clutch/contract/formats'
import { deleteOldDeliveries, type WebhookDeliveryTable } from '../../src/areas/webhooks/deliveries.ts'
import { RETRY_DELAYS_MS } from '../../src/areas/webhooks/webhook-deliverer.ts'
import { serveMarket } from '../support/market-server.ts'
import { Receiver, status, verify, type Respond } from '../support/receiver.ts'
import { ServerClient } from '../support/server-client.ts'
import { STORE_KINDS } from '../support/stores.ts'

const PUT = 'PUT /webhooks/:webhook_id'
const GET = 'GET /webhooks/:webhook_id'
const GRANTS = 40

describe.each(STORE_KINDS)('delivering webhooks on %s', (kind) => {
  const { server, db, newPlayer } = serveMarket(kind)
  const closings: (() => unknown)[] = []
  let made = 0

  afterEach(async () => {
    await db().deleteFrom('webhook').execute()
    for (const close of closings.splice(0)) await close()
  })

  /** A receiver with its endpoint, which gets operations unless the terms name other types. */
  async function receive(respond?: Respond, terms: object = {}) {
    const receiver = await Receiver.open(respond)
    closings.push(() => receiver.close())
    made += 1
    const params = { webhook_id: `hook-${made}` }
    const game = await ServerClient.open(server())
    const set = (more: object = {}) =>
      game.call(PUT, { params, body: { url: receiver.url, types: ['operation.posted'], ...terms, ...more } })
    const { secret } = await set()
    const read = async () => (await game.call(GET, { params })).webhook
    const attempts = () =>
      db()
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('webhook_id', '=', params.webhook_id)
        .orderBy('delivery_id')
        .execute()
    return { receiver, secret, set, read, attempts, game, params, id: params.webhook_id }
  }

  /** Ids of the operations since a cursor, as the log has them. */
  async function operationsAfter(game: ServerClient, after: string): Promise<string[]> {
    const { events } = await game.call('GET /events', { query: { after, types: 'operation.posted', limit: '1000' } })
    return events.map(({ id }) => id)
  }

  async function newestId(game: ServerClient): Promise<string> {
    for (let after = ''; ;) {
      const { events, next } = await game.call('GET /events', { query: { after, limit: '1000' } })
      if (events.length === 0) return next
      after = next
    }
  }

  it('delivers every event once and in order, signed, while other endpoints fail, hang, redirect or are gone', async () => {
    const player = await newPlayer()
    const flaky = await receive((response, _, count) => {
      response.writeHead(count % 10 < 3 ? 500 : 200).end()
    })
    const hanging = await receive(() => undefined)
    const elsewhere = await Receiver.open()
    closings.push(() => elsewhere.close())
    const redirecting = await receive(status(307, { location: elsewhere.url }))
    const gone = await receive(status(410))
    const good = await receive()
    const start = await newestId(good.game)
    for (let count = 0; count < GRANTS; count += 1) await player.grant(1, {})
    const all = await operationsAfter(good.game, start)
    expect(all).toHaveLength(GRANTS)

    await expect.poll(() => good.receiver.ids()).toEqual(all)
    expect(good.receiver.received).toHaveLength(GRANTS)
    for (const received of good.receiver.received) expect(verify(good.secret, received)).toEqual(received.message)
    await expect.poll(() => flaky.receiver.ids()).toEqual(all)
    const accepted = flaky.receiver.received.filter((_, count) => count % 10 >= 3).map(({ id }) => id)
    expect(accepted).toEqual(all)

    await expect.poll(() => redirecting.receiver.ids().length).toBeGreaterThan(1)
    expect(elsewhere.received).toEqual([])
    expect(await gone.read()).toMatchObject({ enabled: false, disabled_because: 'gone', failed_attempts: 1 })
    expect(gone.receiver.received).toHaveLength(1)
    expect(hanging.receiver.ids()).toHaveLength(1)
    expect(await good.read()).toMatchObject({ failing_since: null, failed_attempts: 0 })
    expect((await flaky.read()).delivered_at).not.toBeNull()
  })

  it('an event is given up visibly after its last retry, and the next one follows', async () => {
    const player = await newPlayer()
    const { receiver, attempts } = await receive((response, { body }) => {
      response.writeHead(body.includes('"change":3,') ? 500 : 200).end()
    })
    await player.grant(3, {})
    await player.grant(4, {})
    await expect.poll(() => receiver.ids().length).toBe(2)
    await expect.poll(async () => (await attempts()).at(-1)?.state).toBe('delivered')
    const rows = await attempts()
    const states = [...RETRY_DELAYS_MS.map(() => 'failed'), 'given_up', 'delivered']
    expect(rows.map(({ state }) => state)).toEqual(states)
    expect(rows.map(({ attempt }) => attempt)).toEqual([...RETRY_DELAYS_MS.map((_, index) => index + 1), 10, 1])
    expect(new Set(rows.slice(0, -1).map(({ event_id }) => event_id)).size).toBe(1)
    expect(rows[0]).toMatchObject({ status: 500, type: 'operation.posted', trigger: 'event', error: null })
  })

  it('an endpoint that was disabled continues where it stopped when it is enabled', async () => {
    const player = await newPlayer()
    const { receiver, set, read } = await receive(status(410))
    await player.grant(1, {})
    await expect.poll(async () => (await read()).enabled).toBe(false)
    await player.grant(2, {})
    receiver.respond = status(200)
    await set()
    await expect.poll(() => receiver.received.length).toBe(3)
    expect(receiver.ids()).toHaveLength(2)
    expect(await read()).toMatchObject({ enabled: true, disabled_because: null })
  })

  it('an endpoint that has failed for five days is disabled', async () => {
    const player = await newPlayer()
    const { read, id } = await receive(status(500))
    await db()
      .updateTable('webhook')
      .set({ failing_since_ms: Date.now() - 5 * DAY_MS })
      .where('webhook_id', '=', id)
      .execute()
    await player.grant(1, {})
    await expect.poll(read).toMatchObject({ enabled: false, disabled_because: 'failing' })
  })

  it('during a rotation deliveries fit both secrets, and afterwards the new one', async () => {
    const player = await newPlayer()
    const { receiver, secret, game, params } = await receive()
    const rotate = (body: object) => game.call('PUT /webhooks/:webhook_id/secret', { params, body })
    // The response of this rotation is lost.
    await rotate({})
    const rotated = await rotate({})
    expect(rotated.webhook.old_secret_until).not.toBeNull()
    await player.grant(1, {})
    await expect.poll(() => receiver.received.length).toBe(1)
    const [first] = receiver.received
    if (first === undefined) throw new Error('Nothing arrived')
    expect(verify(secret, first)).toEqual(verify(rotated.secret, first))
    await rotate({ keep_old_for_s: 0 })
    await player.grant(1, {})
    // The first may arrive again: a change of the endpoint overrules progress that is not stored yet.
    await expect.poll(() => receiver.ids().length).toBe(2)
    for (const old of [secret, rotated.secret]) {
      expect(() => verify(old, receiver.received.at(-1) ?? first)).toThrow('No matching signature')
    }
  })

  it('an event whose message is larger than 64 KiB is given up without an attempt', async () => {
    const player = await newPlayer()
    const { receiver, attempts } = await receive(undefined, { types: ['coin_exchange.parked', 'operation.posted'] })
    const data = JSON.stringify({ user_uuid: player.userId, state: 'x'.repeat(65_536) })
    await db()
      .insertInto('logged_event')
      .values({ position: 1_000_000_000, type: 'coin_exchange.parked', at_ms: 0, data })
      .execute()
    await expect.poll(attempts).toMatchObject([{ state: 'given_up', error: 'TOO_LARGE', status: null, body: '' }])
    expect(receiver.received).toEqual([])
    await db().deleteFrom('logged_event').where('position', '=', 1_000_000_000).execute()
  })

  it('only the latest thousand successes and failures are kept, and none for longer than thirty days', async () => {
    const { id } = await receive()
    await db()
      .insertInto('webhook_delivery')
      .values([
        ...Array.from({ length: 1_005 }, () => newDelivery(id, 'delivered')),
        ...Array.from({ length: 1_003 }, () => newDelivery(id, 'failed')),
        newDelivery(id, 'given_up', Date.now() - 31 * DAY_MS),
      ])
      .execute()
    const { rows: before } = await sql<{ first: string }>`select min(delivery_id::text) as first
      from webhook_delivery where webhook_id = ${id} and state = 'failed'`.execute(db())
    await deleteOldDeliveries(db(), id, Date.now())
    const { rows } = await sql<{ state: string; count: number }>`select state, count(*), min(delivery_id::text) as first
      from webhook_delivery where webhook_id = ${id} group by state order by state`.execute(db())
    expect(rows).toMatchObject([
      { state: 'delivered', count: 1_000 },
      { state: 'failed', count: 999 },
    ])
    expect(rows.at(-1)).not.toMatchObject(before[0] ?? {})
  })
})

function newDelivery(
  webhook_id: string,
  state: WebhookDeliveryTable['state'],
  at_ms = Date.now(),
): WebhookDeliveryTable {
  const attempt = {
    event_id: '',
    type: '',
    trigger: 'event',
    attempt: 1,
    latency_ms: 1,
    error: null,
    body: '',
  } as const
  return { ...attempt, delivery_id: v7(), webhook_id, status: 200, state, at_ms }
}
