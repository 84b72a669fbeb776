import { WEBHOOKS_MAX, type CallBody } from '@clutch/contract'
import { WEBHOOK_TEST_TYPE } from '@clutch/contract/server'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { Receiver, status, verify } from '../support/receiver.ts'
import { ServerClient } from '../support/server-client.ts'

const ADMIN = '76561198000000114'
const URL_OF_STUDIO = 'https://studio.example/hook'

describe('calls about webhooks', () => {
  const { server, db, newPlayer } = serveMarket('postgres', {}, { ADMIN_STEAM_IDS: ADMIN })
  let admin: Player
  let game: ServerClient
  let keysUsed = 0
  const keyed = <Body extends object>(body: Body) => {
    keysUsed += 1
    return { reason: 'integration', ...body, idempotency_key: `webhook-${keysUsed}` }
  }

  beforeAll(async () => {
    admin = await Player.signIn(server(), ADMIN)
    game = await ServerClient.open(server())
  })
  afterEach(async () => {
    await db().deleteFrom('webhook').execute()
    await db().deleteFrom('webhook_delivery').execute()
  })

  const put = (id: string, body: object) =>
    game.call('PUT /webhooks/:webhook_id', { params: { webhook_id: id }, body: { url: URL_OF_STUDIO, ...body } })
  const audited = (action: string) =>
    db().selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('audit_id').execute()

  it('a game server creates an endpoint, reads it, changes it and deletes it', async () => {
    const params = { webhook_id: 'quests' }
    const created = await put('quests', { types: ['trade.executed'], description: 'Quests' })
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(created.webhook).toMatchObject({
      id: 'quests',
      url: URL_OF_STUDIO,
      enabled: true,
      created_by: 'quest server',
    })
    expect((await game.call('GET /webhooks/:webhook_id', { params })).webhook).toEqual(created.webhook)
    const changed = await put('quests', { enabled: false })
    expect(changed).toMatchObject({ webhook: { enabled: false, types: [], description: '' }, secret: null })
    expect((await game.call('GET /webhooks')).webhooks).toEqual([changed.webhook])
    expect((await game.call('DELETE /webhooks/:webhook_id', { params })).webhook.id).toBe('quests')
    expect((await game.call('GET /webhooks')).webhooks).toEqual([])
    await game.refused('not_found', 'GET /webhooks/:webhook_id', { params })
    await game.refused('not_found', 'DELETE /webhooks/:webhook_id', { params })
    await game.refused('not_found', 'PUT /webhooks/:webhook_id/secret', { params, body: {} })
  })

  it('setting an endpoint to what it is changes nothing and leaves no row in the audit log', async () => {
    await put('quests', { types: ['trade.executed', 'player.banned'] })
    const before = await audited('webhook.write')
    await put('quests', { types: ['player.banned', 'trade.executed'] })
    expect(await audited('webhook.write')).toEqual(before)
    expect(before.at(-1)).toMatchObject({ actor_role: 'server_key', target: 'quests', outcome: 'done' })
  })

  it('no secret is in the audit log, in stored outcomes, or in later responses', async () => {
    const body = keyed({ id: 'console', url: URL_OF_STUDIO })
    const created = await admin.call('POST /admin/set-webhook', body)
    expect((await admin.call('POST /admin/set-webhook', body)).secret).toBeNull()
    const rotated = await admin.call('POST /admin/rotate-webhook-secret', keyed({ id: 'console' }))
    expect(rotated.secret).not.toBe(created.secret)
    const tables = await Promise.all([
      db().selectFrom('audit_log').selectAll().execute(),
      db().selectFrom('call_outcome').selectAll().execute(),
      admin.call('POST /admin/webhooks', {}),
    ])
    expect(JSON.stringify(tables)).not.toMatch(/whsec_/)
    expect((await audited('webhook.rotate')).at(-1)).toMatchObject({ actor_role: 'admin', reason: 'integration' })
  })

  it.each([
    'https://10.0.0.1/',
    'http://10.0.0.1:8080/',
    'https://user:password@studio.example/',
    'https://studio.example:25/',
  ])('an endpoint at %s is rejected, in the console and for keys', async (url) => {
    const params = { webhook_id: 'quests' }
    await game.refused('webhook_address_not_allowed', 'PUT /webhooks/:webhook_id', { params, body: { url } })
    await admin.refused('webhook_address_not_allowed', 'POST /admin/set-webhook', keyed({ id: 'quests', url }))
    expect((await audited('webhook.write')).at(-1)).toMatchObject({ outcome: 'webhook_address_not_allowed' })
  })

  it('there are at most as many endpoints as the limit', async () => {
    const ids = Array.from({ length: WEBHOOKS_MAX + 2 }, (_, index) => `hook-${index}`)
    const sent = await Promise.all(
      ids.map((webhook_id) =>
        game.send('PUT /webhooks/:webhook_id', { params: { webhook_id }, body: { url: URL_OF_STUDIO } }),
      ),
    )
    expect(sent.filter((response) => response.status === 200)).toHaveLength(WEBHOOKS_MAX)
    await game.refused('too_many_webhooks', 'PUT /webhooks/:webhook_id', {
      params: { webhook_id: 'one-more' },
      body: { url: URL_OF_STUDIO },
    })
  })

  it('a test event and a repeated one are sent at once, and their outcome is returned', async () => {
    const receiver = await Receiver.open(status(503))
    const { secret } = await put('console', { url: receiver.url, enabled: false })
    const send = (delivery_id: string | null): Promise<{ delivery: { id: string; event_id: string } }> => {
      const body: CallBody<'POST /admin/send-webhook'> = keyed({ id: 'console', delivery_id })
      return admin.call('POST /admin/send-webhook', { id: body.id, delivery_id, idempotency_key: body.idempotency_key })
    }
    const tried = await send(null)
    expect(tried.delivery).toMatchObject({
      type: WEBHOOK_TEST_TYPE,
      trigger: 'test',
      status: 503,
      state: 'failed',
      attempt: 1,
    })
    receiver.respond = status(200)
    const again = await send(tried.delivery.id)
    expect(again.delivery).toMatchObject({ trigger: 'again', status: 200, state: 'delivered', attempt: 2 })
    expect(again.delivery.event_id).toBe(tried.delivery.event_id)
    const [first, second] = receiver.received
    if (first === undefined || second === undefined) throw new Error('Nothing arrived')
    expect(second.body).toBe(first.body)
    expect(verify(secret, second)).toMatchObject({ type: WEBHOOK_TEST_TYPE })
    const { deliveries } = await admin.call('POST /admin/webhook-deliveries', { id: 'console' })
    expect(deliveries).toEqual([again.delivery, tried.delivery])
    const failed = await admin.call('POST /admin/webhook-deliveries', { id: 'console', failures_only: true })
    expect(failed.deliveries).toEqual([tried.delivery])
    const earlier = await admin.call('POST /admin/webhook-deliveries', { id: 'console', last_uuid: again.delivery.id })
    expect(earlier.deliveries).toEqual([tried.delivery])
    receiver.close()
  })

  it('a success of an operator brings the retry of the next event forward', async () => {
    const receiver = await Receiver.open(status(500))
    await put('console', { url: receiver.url })
    const player = await newPlayer()
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    await db()
      .updateTable('webhook')
      .set({ next_attempt_at_ms: Date.now() + 3_600_000, revision: 7 })
      .execute()
    receiver.respond = status(200)
    const before = receiver.ids().length
    await player.grant(1, {})
    await admin.call('POST /admin/send-webhook', { id: 'console', delivery_id: null, idempotency_key: 'forward' })
    await expect.poll(() => receiver.ids().length).toBeGreaterThan(before + 1)
    receiver.close()
  })

  it('an endpoint that was disabled because of its failures counts in the console’s status and in the metrics', async () => {
    const receiver = await Receiver.open(status(410))
    await put('console', { url: receiver.url })
    await (await newPlayer()).grant(1, {})
    await expect.poll(async () => (await admin.call('GET /console/status')).disabled_webhooks).toBe(1)
    const metrics = await (await fetch(`${server().url}/metrics`)).text()
    expect(metrics).toMatch(/^clutch_webhooks\{state="disabled"\} 1$/m)
    expect(metrics).toMatch(/^clutch_webhook_attempts_total\{state="failed"\} [1-9]/m)
    receiver.close()
  })

  it('the OpenAPI document for game servers describes the calls and the messages', async () => {
    const document = (await (await fetch(`${server().url}/api/server/v1/openapi.json`)).json()) as {
      paths: Record<string, object>
      webhooks: { event: { post: { requestBody: object } } }
    }
    expect(Object.keys(document.paths)).toContain('/api/server/v1/webhooks/{webhook_id}/secret')
    expect(JSON.stringify(document.webhooks.event.post.requestBody)).toContain('coin_exchange.settled')
  })
})
