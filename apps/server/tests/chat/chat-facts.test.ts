import { HOUR_MS } from '@clutch/contract/formats'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { succeed } from '@clutch/economy'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findChannel } from '../../src/areas/chat/channels.ts'
import { KnownFacts } from '../../src/areas/chat/known-facts.ts'
import { MessageWriter } from '../../src/areas/chat/message-writer.ts'
import { createLogger } from '../../src/logger.ts'
import { LiveClient } from '../support/live-client.ts'
import { CHANNELS } from '../support/make-pack.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const { open, slow, readOnly } = CHANNELS

/**
 * A server caches the facts that decide about messages. When the store changes without an event, as after a change by
 * another server, the very next message must respect it.
 */
describe.each(STORE_KINDS)("the chat's cached facts on %s", (kind) => {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    store = await createTestStore(kind)
    const environment = { PLATFORM_SIM_PORT: new URL(platform.url).port }
    server = await startTestServer({ store, environment, pack: { chat: true } })
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })
  const db = () => server.server.context.store.db
  const say = async (player: Player, text: string = randomUUID(), channel_id: string = open) =>
    (await player.call('POST /chat/send', { channel_id, text })).message
  /** A player new to this server, and the messages received after theirs. */
  const newSpeaker = async () => {
    const player = await Player.signIn(server)
    await say(player)
    return player
  }

  it('are read from the store once, and not again while nothing changes', async () => {
    const player = await newSpeaker()
    let asked = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const writer = new MessageWriter({
      db: db().withPlugin(counting),
      bus: server.server.context.bus,
      config: { adminSteamIds: [] },
      log: createLogger('silent'),
      nowMs: Date.now,
      onWritten: () => undefined,
    })
    const channel = findChannel(server.server.context.pack, open)
    assert(channel !== undefined)
    const send = () =>
      writer.send({
        senderId: player.userId,
        content: succeed({ channel, text: randomUUID(), isForbidden: false }),
        request: undefined,
      })
    for (let message = 0; message < 3; message += 1) expect(await send()).toMatchObject({ ok: true })
    expect(asked).toBe(1 + 3)
  })

  it('silence a player at once, and end at once', async () => {
    const player = await newSpeaker()
    await sql`insert into chat_time_out values (${player.userId}, ${Date.now() + HOUR_MS}, 'Elsewhere')`.execute(db())
    const { params } = await player.refused('chat_timed_out', 'POST /chat/send', { channel_id: open, text: 'me?' })
    expect(params['reason']).toBe('Elsewhere')
    await sql`update chat_time_out set until_ms = 0 where user_id = ${player.userId}`.execute(db())
    await say(player)
  })

  it('reject nobody for a fact that has expired, also where a rejection writes nothing', async () => {
    const player = await newSpeaker()
    await sql`insert into chat_time_out values (${player.userId}, ${Date.now() + HOUR_MS}, '')`.execute(db())
    const unkeyed = () => player.send('POST /chat/send', { channel_id: open, text: randomUUID() })
    expect((await unkeyed()).ok).toBe(false)
    await sql`delete from chat_time_out`.execute(db())
    expect((await unkeyed()).ok).toBe(true)
  })

  it('apply the current slow mode', async () => {
    const player = await newSpeaker()
    await say(player, 'once', slow)
    await player.refused('slow_mode', 'POST /chat/send', { channel_id: slow, text: 'twice' })
    await sql`insert into chat_slow_mode values (${slow}, 0)`.execute(db())
    expect((await say(player, 'twice', slow)).text).toBe('twice')
    await sql`update chat_slow_mode set slow_mode_sec = 600`.execute(db())
    await player.refused('slow_mode', 'POST /chat/send', { channel_id: slow, text: 'a third time' })
    await say(player, 'not slow at all', open)
    await player.refused('slow_mode', 'POST /chat/send', { channel_id: slow, text: 'a third time' })
  })

  it('use the current name and role of every player', async () => {
    const player = await newSpeaker()
    await player.refused('channel_read_only', 'POST /chat/send', { channel_id: readOnly, text: 'hear, hear' })
    await sql`update player set role = 'moderator' where user_id = ${player.userId}`.execute(db())
    await say(player, 'hear, hear', readOnly)
    await sql`update player set name = 'Nobody else' where user_id = ${player.userId}`.execute(db())
    expect(await say(player, 'it is me', readOnly)).toMatchObject({ sender_name: 'Nobody else' })
    await sql`update player set role = 'player' where user_id = ${player.userId}`.execute(db())
    await player.refused('channel_read_only', 'POST /chat/send', { channel_id: readOnly, text: 'me again' })
  })

  it('hide messages from players who block the sender, and from no others', async () => {
    const [anna, boris] = [await newSpeaker(), await newSpeaker()]
    const client = await LiveClient.open(boris)
    const isDelivered = async () => {
      const [message, next] = [await say(anna), await say(boris)]
      const isHeard = (id: number) => (event: LiveClient['events'][number]) =>
        event.payload.case === 'chatMessageAdded' && event.payload.value.id === String(id)
      await client.waitFor(isHeard(next.id))
      return client.events.some(isHeard(message.id))
    }
    expect(await isDelivered()).toBe(true)
    await boris.call('POST /social/block-user', { user_uuid: anna.userId })
    expect(await isDelivered()).toBe(false)
    await boris.call('POST /social/unblock-user', { user_uuid: anna.userId })
    expect(await isDelivered()).toBe(true)
    await client.close()
  })

  it('continue the numbering behind messages of another server, and measure limits by them', async () => {
    const player = await newSpeaker()
    const { id } = await say(player)
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`update chat_state set last_message_id = ${id + 1}`.execute(trx)
        await sql`insert into chat_message values
          (${id + 1}, ${open}, ${player.userId}, 'said elsewhere', ${Date.now()}, null)`.execute(trx)
      })
    await player.refused('repeated_message', 'POST /chat/send', { channel_id: open, text: 'said elsewhere!' })
    expect((await say(player)).id).toBe(id + 2)
  })

  it('include what every server reports', async () => {
    const note = vi.spyOn(KnownFacts.prototype, 'note')
    const message = await say(await newSpeaker())
    expect(note).toHaveBeenLastCalledWith(message, expect.any(Number))
    note.mockRestore()
  })

  it("repeat another server's response to the same key", async () => {
    const player = await newSpeaker()
    const key = randomUUID()
    const body = { channel_id: open, text: 'said only once' }
    const { message } = await player.call('POST /chat/send', body, { 'idempotency-key': key })
    // As if another server had written and stored it.
    const other = randomUUID()
    await sql`update call_outcome set key = ${other} where key = ${key}`.execute(db())
    expect(await player.call('POST /chat/send', body, { 'idempotency-key': other })).toEqual({ message })
    await player.refused(
      'idempotency_conflict',
      'POST /chat/send',
      { ...body, text: 'and more' },
      {
        'idempotency-key': other,
      },
    )
  })
})
