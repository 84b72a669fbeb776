import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readUnpublished } from '../../src/areas/chat/read-unpublished.ts'
import { Relations } from '../../src/areas/chat/relations.ts'
import { deleteOld } from '../../src/areas/chat/retention.ts'
import { LiveClient } from '../support/live-client.ts'
import { CHANNEL_SLOW_SEC, CHANNELS, FIRST_ITEM_ID } from '../support/make-pack.ts'
import { newSteamId, Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const { open, slow, readOnly } = CHANNELS
const words = (count: number) => Array.from({ length: count }, () => randomUUID())

describe.each(STORE_KINDS)('the chat on %s', (kind) => {
  let platform: SimulatedPlatform
  let store: TestStore
  let server: TestServer
  let moderator: Player
  const moderatorSteamId = newSteamId()
  beforeAll(async () => {
    platform = await startSimulatedPlatform()
    store = await createTestStore(kind)
    server = await startTestServer({
      store,
      environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ADMIN_STEAM_IDS: moderatorSteamId },
      pack: { chat: true },
    })
    moderator = await Player.signIn(server, moderatorSteamId)
  })
  afterAll(async () => {
    await server.close()
    await store.remove()
    await platform.close()
  })
  const newPlayer = () => Player.signIn(server)
  const say = async (player: Player, text: string, channel_id: string = open) =>
    (await player.call('POST /chat/send', { channel_id, text })).message
  const channelOf = async (player: Player, id: string = open) => {
    const { response } = await player.call('GET /chat/channels')
    return response.find(({ ID }) => ID === id)
  }
  /** Makes two players friends. @returns their private channel */
  const befriend = async (one: Player, other: Player): Promise<string> => {
    await one.call('POST /social/send-friend-invite', { friend_uuid: other.userId })
    await other.call('POST /social/accept-friend-invite', { friend_uuid: one.userId })
    const { response } = await one.call('GET /chat/channels')
    return response.find(({ user_uuid }) => user_uuid === other.userId)?.ID ?? ''
  }

  it('lists the channels of the pack in the requested language', async () => {
    const player = await newPlayer()
    const { response, link_domains, time_out } = await player.call('GET /chat/channels')
    expect(response.map(({ ID, Name }) => [ID, Name])).toEqual([
      [open, 'Площадь'],
      [slow, 'Slow'],
      [readOnly, 'Notices'],
    ])
    expect(response.map(({ slow_mode_sec, can_write }) => [slow_mode_sec, can_write])).toEqual([
      [0, true],
      [CHANNEL_SLOW_SEC, true],
      [0, false],
    ])
    expect([link_domains, time_out]).toEqual([['example.org'], null])
  })

  it('delivers a message to everyone, once and in order, and lists the channels on connecting', async () => {
    const [anna, boris] = [await newPlayer(), await newPlayer()]
    const client = await LiveClient.open(boris)
    const greeting = await client.waitFor(({ type }) => type === 'channelsSub')
    expect(greeting.payload).toMatchObject({ value: { chan: [{ id: open }, { id: slow }, { id: readOnly }] } })
    const sent = [await say(anna, 'First of all'), await say(anna, 'Then the second')]
    expect((sent[1]?.id ?? 0) - (sent[0]?.id ?? 0)).toBe(1)
    await client.waitFor(
      ({ payload }) => payload.case === 'chatMessageAdded' && payload.value.id === String(sent[1]?.id),
    )
    const heard = client.events.filter(({ type }) => type === 'chatMessageAdded').map(({ payload }) => payload.value)
    expect(heard).toMatchObject([
      { id: String(sent[0]?.id), channel: open, text: 'First of all', senderUuid: anna.userId },
      { id: String(sent[1]?.id), channel: open, text: 'Then the second' },
    ])
    await client.close()
  })

  it('is read in pages of fifty, newest first', async () => {
    const players = await Promise.all(Array.from({ length: 12 }, newPlayer))
    for (const player of players) for (const text of words(5)) await say(player, text)
    const reader = await newPlayer()
    const first = await reader.call('POST /chat/history', { channel_id: open })
    expect([first.messages.length, first.has_more]).toEqual([50, true])
    const ids = first.messages.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const before_id = ids.at(-1) ?? 0
    const second = await reader.call('POST /chat/history', { channel_id: open, before_id })
    expect(second.messages[0]?.id).toBeLessThan(before_id)
    expect(second.messages.length).toBeGreaterThanOrEqual(10)
    expect(second.has_more).toBe(false)
  })

  it("counts messages of others since the read mark, which only moves forward and is sent to the player's other devices", async () => {
    const [anna, boris] = [await newPlayer(), await newPlayer()]
    expect((await channelOf(boris))?.unread).toBe(0)
    const [one, two, three] = [
      await say(anna, 'alpha one'),
      await say(anna, 'beta two'),
      await say(anna, 'gamma three'),
    ]
    await say(boris, 'one of my own')
    expect((await channelOf(boris))?.unread).toBe(3)
    const [client, theirs] = [await LiveClient.open(boris), await LiveClient.open(anna)]
    const key = { 'idempotency-key': randomUUID() }
    const read = await boris.call('POST /chat/read', { channel_id: open, id: two.id }, key)
    expect(read).toMatchObject({ last_read_id: two.id, unread: 1 })
    const moved = await client.waitFor(({ type }) => type === 'chatMarkMoved')
    expect(moved.payload.value).toMatchObject({ channel: open, lastReadId: BigInt(two.id), unread: 1n })
    expect(await boris.call('POST /chat/read', { channel_id: open, id: one.id })).toMatchObject({
      last_read_id: two.id,
    })
    await anna.call('POST /chat/delete', { id: three.id })
    expect((await channelOf(boris))?.unread).toBe(0)
    const far = await boris.call('POST /chat/read', { channel_id: open, id: Number.MAX_SAFE_INTEGER })
    expect(far.last_read_id).toBeLessThan(Number.MAX_SAFE_INTEGER)
    expect(await boris.call('POST /chat/read', { channel_id: open, id: two.id }, key)).toEqual(read)
    const next = await say(anna, 'delta four')
    expect(next.id).toBeGreaterThan(far.last_read_id)
    expect((await channelOf(boris))?.unread).toBe(1)
    const isNext = ({ payload }: LiveClient['events'][number]) =>
      payload.case === 'chatMessageAdded' && payload.value.id === String(next.id)
    await Promise.all([client.waitFor(isNext), theirs.waitFor(isNext)])
    // A repeated call moves nothing and sends no event.
    const marksOf = ({ events }: LiveClient) =>
      events.flatMap(({ payload }) => (payload.case === 'chatMarkMoved' ? [Number(payload.value.lastReadId)] : []))
    expect([marksOf(client).at(-1), marksOf(theirs)]).toEqual([far.last_read_id, []])
    await Promise.all([client.close(), theirs.close()])
  })

  it('counts at most a hundred', async () => {
    const [anna, boris] = [await newPlayer(), await newPlayer()]
    const last = await say(anna, 'and so on')
    const { db } = server.server.context.store
    const count = async (others: number) => {
      await sql`insert into chat_message (message_id, channel_id, sender_id, text, sent_at_ms)
        select ${last.id} + which, ${slow}, ${anna.userId}, 'again', ${Date.now()}::bigint
        from generate_series(1, ${others}::integer) as which on conflict do nothing`.execute(db)
      return (await channelOf(boris, slow))?.unread
    }
    expect([await count(99), await count(100), await count(130)]).toEqual([99, 100, 100])
    await sql`delete from chat_message where message_id > ${last.id}`.execute(db)
  })

  it('accepts five messages in ten seconds, and no text twice within thirty', async () => {
    const player = await newPlayer()
    await say(player, 'Selling copper, cheap!')
    await player.refused('repeated_message', 'POST /chat/send', { channel_id: open, text: 'SELLING  сopper cheap' })
    await say(player, 'Anybody here?')
    await player.refused('repeated_message', 'POST /chat/send', { channel_id: open, text: 'selling copper, cheap' })
    for (const text of words(3)) await say(player, text)
    const refused = await player.refused('too_many_messages', 'POST /chat/send', {
      channel_id: open,
      text: 'a sixth one',
    })
    expect(refused.params['retry_after_s']).toBeGreaterThan(0)
    expect(refused.params['retry_after_s']).toBeLessThanOrEqual(10)
  })

  it('limits each player to five, however many are sent at once', async () => {
    const player = await newPlayer()
    const texts = words(30)
    const sent = await Promise.all(texts.map((text) => player.send('POST /chat/send', { channel_id: open, text })))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(5)
  })

  it('makes all but moderators wait in a slow channel, whose delay moderators set visibly for all', async () => {
    const player = await newPlayer()
    const client = await LiveClient.open(player)
    const beganMs = performance.now()
    await say(player, 'once upon a time', slow)
    const refused = await player.refused('slow_mode', 'POST /chat/send', { channel_id: slow, text: 'and again' })
    const tookSec = (performance.now() - beganMs) / 1_000
    expect(refused.params['retry_after_s']).toBeGreaterThanOrEqual(Math.floor(CHANNEL_SLOW_SEC - tookSec))
    await say(moderator, 'order please', slow)
    await say(moderator, 'order, I said so', slow)
    await player.refused('forbidden', 'POST /chat/set-slow-mode', { channel_id: slow, slow_mode_sec: 0 })
    const key = { 'idempotency-key': randomUUID() }
    await moderator.call('POST /chat/set-slow-mode', { channel_id: slow, slow_mode_sec: 5 }, key)
    await client.waitFor(({ type }) => type === 'chatChannelChanged')
    await moderator.call('POST /chat/set-slow-mode', { channel_id: slow, slow_mode_sec: 0 })
    // A repeated call changes nothing and sends no event.
    await moderator.call('POST /chat/set-slow-mode', { channel_id: slow, slow_mode_sec: 5 }, key)
    const { id } = await say(player, 'and again', slow)
    await client.waitFor(({ payload }) => payload.case === 'chatMessageAdded' && payload.value.id === String(id))
    const received = client.events.flatMap(({ payload }) =>
      payload.case === 'chatChannelChanged' ? [[payload.value.channel, payload.value.slowModeSec]] : [],
    )
    expect(received).toEqual([
      [slow, 5n],
      [slow, 0n],
    ])
    await client.close()
  })

  it('keeps a tombstone of a message that its sender or a moderator deleted', async () => {
    const [anna, boris] = [await newPlayer(), await newPlayer()]
    const client = await LiveClient.open(boris)
    const [own, rude] = [await say(anna, 'never mind me'), await say(anna, 'something rude')]
    await boris.refused('message_not_found', 'POST /chat/delete', { id: own.id })
    await anna.call('POST /chat/delete', { id: own.id })
    // A deleted message cannot be deleted again.
    await moderator.call('POST /chat/delete', { id: own.id })
    await moderator.call('POST /chat/delete', { id: rude.id })
    await client.waitFor(({ payload }) => payload.case === 'chatMessageDeleted' && payload.value === String(rude.id))
    const received = client.events.flatMap(({ payload }) =>
      payload.case === 'chatMessageDeleted' || payload.case === 'chatMessageModerated'
        ? [[payload.case, Number(payload.value)]]
        : [],
    )
    expect(received).toEqual([
      ['chatMessageDeleted', own.id],
      ['chatMessageModerated', rude.id],
      ['chatMessageDeleted', rude.id],
    ])
    const { messages } = await boris.call('POST /chat/history', { channel_id: open })
    const seen = messages.filter(({ id }) => id === own.id || id === rude.id)
    expect(seen.map(({ text, deleted_by }) => [text, deleted_by])).toEqual([
      ['', 'moderator'],
      ['', 'sender'],
    ])
    const { entries } = await moderator.call('POST /chat/log', {})
    expect(entries[0]).toMatchObject({ action: 'message.delete', before: { id: rude.id, text: 'something rude' } })
    expect(entries.filter(({ before }) => (before as { id?: number } | null)?.id === own.id)).toEqual([])
    const slip = await say(moderator, 'a slip of my own')
    await moderator.call('POST /chat/delete', { id: slip.id })
    const { messages: later } = await boris.call('POST /chat/history', { channel_id: open })
    expect(later.find(({ id }) => id === slip.id)).toMatchObject({ text: '', deleted_by: 'sender' })
    await client.close()
  })

  it('times out a player for a while with a visible reason, and never a moderator', async () => {
    const [player, friend] = [await newPlayer(), await newPlayer()]
    const [client, theirs] = [await LiveClient.open(player), await LiveClient.open(friend)]
    // Ids are case-insensitive, as everywhere.
    const body = { user_uuid: player.userId.toUpperCase(), seconds: 600, reason: 'Cool down' }
    await player.refused('forbidden', 'POST /chat/time-out', { ...body, user_uuid: moderator.userId })
    await moderator.refused('forbidden', 'POST /chat/time-out', { ...body, user_uuid: moderator.userId })
    const key = { 'idempotency-key': randomUUID() }
    await moderator.call('POST /chat/time-out', body, key)
    const event = await client.waitFor(({ type }) => type === 'chatTimedOut')
    expect(event.payload.value).toMatchObject({ reason: 'Cool down' })
    const refused = await player.refused('chat_timed_out', 'POST /chat/send', { channel_id: open, text: 'but why' })
    expect(refused.params['reason']).toBe('Cool down')
    const toFriend = { channel_id: await befriend(player, friend), text: 'they silenced me' }
    await player.refused('chat_timed_out', 'POST /chat/send', toFriend)
    expect((await player.call('GET /chat/channels')).time_out?.reason).toBe('Cool down')
    await moderator.call('POST /chat/time-out', { ...body, seconds: 0 })
    // A repeated call times out nobody and sends no event.
    await moderator.call('POST /chat/time-out', body, key)
    const { id } = await say(player, 'but why')
    expect((await player.call('GET /chat/channels')).time_out).toBeNull()
    const isHeard = ({ payload }: LiveClient['events'][number]) =>
      payload.case === 'chatMessageAdded' && payload.value.id === String(id)
    await Promise.all([client.waitFor(isHeard), theirs.waitFor(isHeard)])
    const endsOf = ({ events }: LiveClient) =>
      events.flatMap(({ payload }) => (payload.case === 'chatTimedOut' ? [payload.value.until] : []))
    expect([endsOf(client), endsOf(theirs)]).toEqual([[expect.any(BigInt), 0n], []])
    await Promise.all([client.close(), theirs.close()])
  })

  it('shows moderators a reported message as it was, with ten before and after, until the report is settled', async () => {
    const [anna, boris] = [await newPlayer(), await newPlayer()]
    const writers = await Promise.all(Array.from({ length: 8 }, newPlayer))
    for (const writer of writers.slice(0, 4)) for (const text of words(3)) await say(writer, text)
    const bad = await say(anna, 'what a scoundrel')
    for (const writer of writers.slice(4)) for (const text of words(3)) await say(writer, text)
    await boris.call('POST /chat/report', { id: bad.id, reason: 'Insult' })
    await boris.call('POST /chat/report', { id: bad.id, reason: 'Insult again' })
    const witness = await newPlayer()
    await witness.call('POST /chat/report', { id: bad.id, reason: 'So it was' })
    await anna.call('POST /chat/delete', { id: bad.id })
    await boris.refused('forbidden', 'POST /chat/reports')
    const reports = (await moderator.call('POST /chat/reports')).response.filter(({ message }) => message.id === bad.id)
    const message = { text: 'what a scoundrel', deleted_by: null }
    expect(reports).toMatchObject([
      { reason: 'Insult', message },
      { reason: 'So it was', message },
    ])
    const shown = reports[0]?.context.map(({ id }) => id - bad.id)
    expect(shown).toEqual(Array.from({ length: 21 }, (_, index) => index - 10))
    const report_id = reports[0]?.report_id ?? ''
    // Settling one report settles all reports of the same message.
    await moderator.call('POST /chat/settle-report', { report_id, verdict: 'acted' })
    await moderator.refused('report_not_found', 'POST /chat/settle-report', { report_id, verdict: 'acted' })
    const left = (await moderator.call('POST /chat/reports')).response.filter(({ message }) => message.id === bad.id)
    expect(left).toEqual([])
  })

  it('applies each idempotency key once across all its commands', async () => {
    const player = await newPlayer()
    const headers = { 'idempotency-key': randomUUID() }
    const body = { channel_id: open, text: 'only once, please' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => player.call('POST /chat/send', body, headers)))
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1)
    await player.refused('idempotency_conflict', 'POST /chat/send', { ...body, text: 'another thing' }, headers)
    await player.refused('idempotency_conflict', 'POST /chat/delete', { id: answers[0]?.message.id ?? 0 }, headers)
    const bid = { item_type_id: FIRST_ITEM_ID, price: 1, count: 1 }
    await player.refused('idempotency_conflict', 'POST /marketplace/create-buy-lot', bid, headers)
    const { messages } = await player.call('POST /chat/history', { channel_id: open })
    expect(messages.filter(({ text }) => text === body.text)).toHaveLength(1)
  })

  it('gives two friends a private channel for as long as they are friends', async () => {
    const [anna, boris, carla] = [await newPlayer(), await newPlayer(), await newPlayer()]
    const id = await befriend(anna, boris)
    const [theirs, foreign] = [await LiveClient.open(boris), await LiveClient.open(carla)]
    const message = await say(anna, 'between us two', id)
    await theirs.waitFor(({ payload }) => payload.case === 'chatMessageAdded' && payload.value.channel === id)
    expect((await channelOf(boris, id))?.unread).toBe(1)
    await carla.refused('channel_not_found', 'POST /chat/history', { channel_id: id })
    await carla.refused('channel_not_found', 'POST /chat/send', { channel_id: id, text: 'me too' })
    await carla.refused('message_not_found', 'POST /chat/report', { id: message.id, reason: 'Nosy' })
    expect(foreign.events.filter(({ type }) => type === 'chatMessageAdded')).toEqual([])
    await boris.call('POST /social/remove-friend', { friend_uuid: anna.userId })
    await boris.refused('channel_not_found', 'POST /chat/history', { channel_id: id })
    await anna.refused('channel_not_found', 'POST /chat/send', { channel_id: id, text: 'still there?' })
    await Promise.all([theirs.close(), foreign.close()])
  })

  it('hides and does not count messages of blocked players, only for those who blocked them', async () => {
    const [anna, boris, carla] = [await newPlayer(), await newPlayer(), await newPlayer()]
    await boris.call('POST /social/block-user', { user_uuid: anna.userId })
    const [blocker, other] = [await LiveClient.open(boris), await LiveClient.open(carla)]
    const [hidden, seen] = [await say(anna, 'can you hear me'), await say(carla, 'I can')]
    const isHeard = (id: number) => (event: LiveClient['events'][number]) =>
      event.payload.case === 'chatMessageAdded' && event.payload.value.id === String(id)
    await Promise.all([blocker.waitFor(isHeard(seen.id)), other.waitFor(isHeard(hidden.id))])
    expect(blocker.events.filter(isHeard(hidden.id))).toEqual([])
    const { messages } = await boris.call('POST /chat/history', { channel_id: open })
    expect(messages.map(({ id }) => id).slice(0, 2)).not.toContain(hidden.id)
    expect((await channelOf(boris))?.unread).toBe(1)
    expect(await boris.call('POST /chat/read', { channel_id: open, id: hidden.id - 1 })).toMatchObject({ unread: 1 })
    await Promise.all([blocker.close(), other.close()])
  })

  it('delivers the messages that another server failed to deliver', async () => {
    const [anna, boris, carla] = [await newPlayer(), await newPlayer(), await newPlayer()]
    const channel = await befriend(anna, carla)
    await boris.call('POST /social/block-user', { user_uuid: anna.userId })
    const first = await say(anna, 'for all but one')
    const gone = await say(carla, 'for nobody any more')
    await carla.call('POST /chat/delete', { id: gone.id })
    const last = await say(anna, 'for the two of us', channel)
    const { context } = server.server
    const relations = new Relations(context.store.db)
    const unpublished = await readUnpublished({ context, relations }, first.id - 1, last.id + 1)
    expect(unpublished).toMatchObject([
      { to: null, hiddenFrom: [boris.userId], message: { id: first.id, text: 'for all but one' } },
      { to: [anna.userId, carla.userId].toSorted(), message: { id: last.id, channel_id: channel } },
    ])
  })

  it('survives a restart, and continues its numbering', async () => {
    const player = await newPlayer()
    const before = await say(player, 'before the restart')
    await server.close()
    server = await startTestServer({
      store,
      environment: { PLATFORM_SIM_PORT: new URL(platform.url).port, ADMIN_STEAM_IDS: moderatorSteamId },
      pack: { chat: true },
    })
    const again = await Player.signIn(server, player.steamId)
    const { messages } = await again.call('POST /chat/history', { channel_id: open })
    expect(messages[0]).toMatchObject({ id: before.id, text: 'before the restart' })
    expect((await say(again, 'after the restart')).id).toBe(before.id + 1)
    moderator = await Player.signIn(server, moderatorSteamId)
  })

  it('deletes messages older than the configured age', async () => {
    const { db } = server.server.context.store
    const player = await newPlayer()
    const kept = await say(player, 'young enough')
    await sql`update chat_message set sent_at_ms = sent_at_ms - 91 * 86400000::bigint where message_id < ${kept.id}`.execute(
      db,
    )
    await deleteOld(db, 90, Date.now())
    const { messages } = await player.call('POST /chat/history', { channel_id: open })
    expect(messages.map(({ id }) => id)).toEqual([kept.id])
  })
})
