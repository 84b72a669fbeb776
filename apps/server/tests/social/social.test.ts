import type { CallName, FriendshipStatus as Status, Trade } from '@clutch/contract'
import { FriendshipStatus, type LiveEvent } from '@clutch/contract/live'
import { asUserId } from '@clutch/economy'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { privateChannelId } from '../../src/areas/chat/channels.ts'
import { renamePlayer } from '../../src/areas/players/name-parts.ts'
import { LiveClient } from '../support/live-client.ts'
import { serveMarket } from '../support/market-server.ts'
import type { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const INVITE = 'POST /social/send-friend-invite'
const ACCEPT = 'POST /social/accept-friend-invite'
const REMOVE = 'POST /social/remove-friend'
const BLOCK = 'POST /social/block-user'
const CONFIRM = 'POST /social/confirm-trade'
/** Even, so that both variants are first equally often. */
const ROUNDS_A_SERIES = 18

/** The fields of a live event as programs read them: named as in the `.proto` file, with plain numbers. */
function fieldsOf({ payload }: LiveEvent): unknown {
  return JSON.parse(JSON.stringify(payload.value, toProtoNames)) as unknown
}

function toProtoNames(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).filter(([name]) => !name.startsWith('$'))
  const toProtoName = (name: string) => name.replace(/(?<=[a-z])[A-Z\d]/g, (part) => `_${part.toLowerCase()}`)
  return Object.fromEntries(fields.map(([name, field]) => [toProtoName(name), field]))
}

describe.each(STORE_KINDS)('on %s', (kind) => {
  const { server, db, restart, sameAt, newItem, newPlayer } = serveMarket(kind)

  /** Response of a GET call with its parameters in the address. */
  async function read(player: Player, address: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${player.token}` }
    const answer = await fetch(`${server().url}/api/social/${address}`, { headers })
    return answer.json()
  }
  const statusOf = async (player: Player, other: Player): Promise<Status> =>
    ((await read(player, `friendship-status/${other.userId}`)) as { status: Status }).status
  const rename = (player: Player, name: string) => renamePlayer(db(), { userId: player.userId, name })
  /** Age in seconds of the timestamp in the first entry of a list. */
  async function ageOfFirst(player: Player, address: string, field: string): Promise<number> {
    const { response } = (await read(player, address)) as { response: Readonly<Record<string, unknown>>[] }
    return Math.abs(Date.now() / 1_000 - Number(response[0]?.[field]))
  }
  const found = async (player: Player, q: string): Promise<string[]> =>
    ((await read(player, `find-users?q=${encodeURIComponent(q)}`)) as { response: { name: string }[] }).response.map(
      ({ name }) => name,
    )

  /** Inserts trades of the two that were declined long ago. */
  async function insertEnded(one: Player, other: Player, count: number): Promise<void> {
    const [low, high] = [one.userId, other.userId].toSorted().map(asUserId)
    await sql`insert into trade select gen_random_uuid(), ${low}, ${high}, true, 2, 0, 0, 0, '[]', '[]', 0, 0, '[]', '[]',
      1, 2, 1 from generate_series(1, ${count}::integer)`.execute(db())
  }

  async function newFriends(goods: Readonly<Record<number, number>> = {}): Promise<[Player, Player]> {
    const [anna, boris] = [await newPlayer(0, goods), await newPlayer(0, goods)]
    await rename(anna, 'Anna')
    await becomeFriends(anna, boris)
    return [anna, boris]
  }

  describe('friends', () => {
    it('find each other by any part of the name, case-insensitively, with names that begin with it first', async () => {
      const [anna, boris, clara] = [await newPlayer(), await newPlayer(), await newPlayer()]
      await rename(boris, 'Жанна Zorro')
      await rename(clara, 'zORROastra Ünal')
      expect(await found(anna, 'zorro')).toEqual(['zORROastra Ünal', 'Жанна Zorro'])
      expect(await found(anna, 'жАнНа')).toEqual(['Жанна Zorro'])
      expect(await found(anna, 'ÜNAL')).toEqual(['zORROastra Ünal'])
      expect(await found(boris, 'zorro')).toEqual(['zORROastra Ünal'])
      expect([
        await found(anna, 'z'),
        await found(anna, ' Z '),
        await found(anna, '%o'),
        await found(anna, ''),
      ]).toEqual([[], [], [], []])
      await anna.call(INVITE, { friend_uuid: boris.userId })
      expect(await read(anna, 'find-users?q=zorro')).toMatchObject({
        response: [{ status: 'none' }, { user_uuid: boris.userId, status: 'pending' }],
      })
      await rename(clara, 'Clara')
      expect(await found(anna, 'zorro')).toEqual(['Жанна Zorro'])
    })

    it('find names of one letter by the whole name', async () => {
      const [anna, long, x, other] = [await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer()]
      await rename(long, '龙')
      await rename(x, 'Ẍ')
      await rename(other, 'Xavier')
      expect([await found(anna, '龙'), await found(anna, ' x ')]).toEqual([['龙'], ['Ẍ']])
    })

    it('find names regardless of accents, width and kana', async () => {
      const [anna, boris, clara] = [await newPlayer(), await newPlayer(), await newPlayer()]
      await rename(boris, 'Артём Ёлкин')
      await rename(clara, 'コインＡrtémis')
      const seen = await Promise.all(['артем', 'ЁЛКИН', 'こいん', 'artemis', 'ARTÉMIS'].map((q) => found(anna, q)))
      expect(seen).toEqual([
        ['Артём Ёлкин'],
        ['Артём Ёлкин'],
        ['コインＡrtémis'],
        ['コインＡrtémis'],
        ['コインＡrtémis'],
      ])
    })

    it('find names with any Turkish letter i by any other', async () => {
      const [anna, ipek, isik] = [await newPlayer(), await newPlayer(), await newPlayer()]
      await rename(ipek, 'İpek Yılmaz')
      await rename(isik, 'Işık')
      const seen = [
        await found(anna, 'ipek'),
        await found(anna, 'İPEK'),
        await found(anna, 'yilm'),
        await found(anna, 'YILM'),
        await found(anna, 'ışık'),
        await found(anna, 'IŞIK'),
      ]
      const all = [['İpek Yılmaz'], ['İpek Yılmaz'], ['İpek Yılmaz'], ['İpek Yılmaz'], ['Işık'], ['Işık']]
      expect(seen).toEqual(all)
    })

    it('find at most twenty players of a name', async () => {
      const [seeker, ...others] = await Promise.all(Array.from({ length: 22 }, () => newPlayer()))
      await Promise.all(others.map((each, index) => rename(each, `Legion ${index}`)))
      expect(seeker === undefined ? [] : await found(seeker, 'legion')).toHaveLength(20)
    })

    it('invite, accept and part, each seeing it live, also after a restart', async () => {
      const [anna, boris] = [await newPlayer(), await newPlayer()]
      await rename(anna, 'Anna')
      const [seenByAnna, seenByBoris] = [await LiveClient.open(anna), await LiveClient.open(boris)]
      expect(await anna.call(INVITE, { friend_uuid: boris.userId })).toEqual({ status: 'pending' })
      await seenByBoris.waitFor(isFriendEvent(FriendshipStatus.PENDING, anna))
      expect(await read(boris, 'get-invite-list')).toMatchObject({
        response: [{ user_uuid: anna.userId, name: 'Anna', direction: 'in' }],
      })
      expect(await read(anna, 'get-invite-list')).toMatchObject({ response: [{ direction: 'out' }] })
      expect(await ageOfFirst(boris, 'get-invite-list', 'created_at')).toBeLessThan(60)
      expect(await boris.call(ACCEPT, { friend_uuid: anna.userId })).toEqual({ status: 'accepted' })
      await seenByAnna.waitFor(isFriendEvent(FriendshipStatus.ACCEPTED, boris))
      expect(await read(anna, 'get-friend-list')).toMatchObject({
        response: [{ user_uuid: boris.userId, status: 'accepted', online: true }],
      })
      expect(await ageOfFirst(anna, 'get-friend-list', 'since')).toBeLessThan(60)
      await seenByBoris.close()
      await restart()
      expect(await read(anna, 'get-friend-list')).toMatchObject({ response: [{ online: false }] })
      const again = await LiveClient.open(sameAt(boris))
      expect(await sameAt(anna).call(REMOVE, { friend_uuid: boris.userId })).toEqual({ status: 'deleted' })
      await again.waitFor(isFriendEvent(FriendshipStatus.DELETED, anna))
      expect([await statusOf(anna, boris), await statusOf(boris, anna)]).toEqual(['deleted', 'deleted'])
      await Promise.all([seenByAnna.close(), again.close()])
    })

    it('see each other come online and go offline, ignore a second connection, and see nobody else', async () => {
      const [anna, boris] = await newFriends()
      const [clara, stranger] = [await newPlayer(), await newPlayer()]
      await becomeFriends(anna, clara)
      const [first, seenByStranger] = [await LiveClient.open(anna), await LiveClient.open(stranger)]
      const claras = await LiveClient.open(clara)
      await first.waitFor(isPresence(clara, true))
      // Initial events of a connection may arrive after later changes, so wait for them.
      const seenByAnna = await LiveClient.open(anna)
      await seenByAnna.waitFor(isPresence(clara, true))
      await comeAndGo(boris, seenByAnna)
      const [one, other] = [await LiveClient.open(boris), await LiveClient.open(boris)]
      await one.close()
      await other.close()
      await seenByAnna.waitFor(isPresence(boris, false, 2))
      expect(presencesIn(seenByAnna)).toEqual([
        [clara.userId, true],
        [boris.userId, true],
        [boris.userId, false],
        [boris.userId, true],
        [boris.userId, false],
      ])
      // A page that fetches its friends before it is connected receives the changes in between.
      const late = await LiveClient.open(anna)
      await late.waitFor(isPresence(boris, false))
      expect(presencesIn(seenByStranger)).toEqual([])
      await Promise.all([first, claras, seenByAnna, seenByStranger, late].map((client) => client.close()))
    })

    it('keep their limits and their list of blocks across a restart', async () => {
      const [anna, boris] = [await newPlayer(), await newPlayer()]
      await rename(anna, 'Anna')
      await anna.call(INVITE, { friend_uuid: boris.userId })
      await boris.call('POST /social/decline-friend-invite', { friend_uuid: anna.userId })
      await boris.call(BLOCK, { user_uuid: anna.userId })
      await restart()
      const error = await sameAt(anna).refused('too_soon', INVITE, { friend_uuid: boris.userId })
      expect(Number(error.params['retry_at'])).toBeGreaterThan(Date.now() / 1_000 + 6 * 86_400)
      expect(await read(boris, 'get-block-list')).toMatchObject({
        response: [{ user_uuid: anna.userId, name: 'Anna' }],
      })
      await sql`update social_invite_times set times_ms = (select json_agg(${Date.now()}::bigint) from generate_series(1, 20))
        where user_id = ${anna.userId}`.execute(db())
      await restart()
      const clara = await newPlayer()
      const full = await sameAt(anna).refused('too_many_requests', INVITE, { friend_uuid: clara.userId })
      expect(full.params).toEqual({ limit: 'hour', max: 20 })
    })
  })

  describe('a block', () => {
    it('cannot be distinguished from a removal by any response, order or event', async () => {
      const hider = await newPlayer()
      const third = await newPlayer()
      const [blocked, removed] = [await newPlayer(), await newPlayer()]
      await rename(hider, `Hider ${kind}`)
      for (const seeker of [blocked, removed]) {
        await seeker.call(INVITE, { friend_uuid: hider.userId })
        await hider.call(ACCEPT, { friend_uuid: seeker.userId })
        await seeker.call(INVITE, { friend_uuid: third.userId })
        await seeker.call('POST /social/create-trade', { user_uuid: hider.userId })
      }
      const seen = new Map<Player, string[]>([blocked, removed].map((player) => [player, []]))
      const live = new Map<Player, LiveClient>()
      for (const seeker of [blocked, removed]) {
        const client = await LiveClient.open(seeker)
        // Initial events of a connection are read asynchronously, and may arrive after immediate changes.
        await client.waitFor(({ type }) => type === 'contentChanged')
        live.set(seeker, client)
      }
      await hider.call(BLOCK, { user_uuid: blocked.userId })
      await hider.call(REMOVE, { friend_uuid: removed.userId })
      const friend = await newPlayer()
      await friend.call(INVITE, { friend_uuid: hider.userId })
      await hider.call(ACCEPT, { friend_uuid: friend.userId })
      const seenByFriend = await LiveClient.open(friend)
      await comeAndGo(hider, seenByFriend)
      const note = async (seeker: Player): Promise<void> => {
        const own = seen.get(seeker)
        for (const address of readsAbout(hider, kind)) own?.push(JSON.stringify(await read(seeker, address)))
        own?.push(await (await seeker.send('GET /chat/channels')).text())
        const about = { channel_id: privateChannelId(seeker.userId, hider.userId), text: 'Are you there?', id: 1 }
        for (const name of CHAT_OF_SEEKER) {
          const answer = await seeker.send(name, about)
          own?.push(`${name}: ${answer.status} ${await answer.text()}`)
        }
      }
      for (const seeker of [blocked, removed]) {
        await note(seeker)
        for (const name of COMMANDS_OF_SEEKER) {
          const body =
            name.includes('trade') || name.includes('block')
              ? { user_uuid: hider.userId }
              : { friend_uuid: hider.userId }
          const answer = await seeker.send(name, body)
          seen.get(seeker)?.push(`${name}: ${answer.status} ${await answer.text()}`)
          await note(seeker)
        }
      }
      // Events arrive in order: once the last command's has arrived, so have all earlier ones.
      for (const client of live.values()) {
        await expect.poll(() => client.events.filter(isStatus(FriendshipStatus.PENDING)).length).toBe(3)
      }
      const events = [blocked, removed].map((seeker) => (live.get(seeker)?.events ?? []).map(withoutIds))
      const answers = [blocked, removed].map((seeker) =>
        (seen.get(seeker) ?? []).map((text) => anonymous(text, seeker)),
      )
      expect(answers[0]).toEqual(answers[1])
      expect(events[0]).toEqual(events[1])
      expect(events[0]?.length).toBeGreaterThan(5)
      expect(live.get(blocked)?.events.filter(({ type }) => type === 'friendPresenceChanged')).toEqual([])
      expect(await read(hider, 'get-invite-list')).toMatchObject({ response: [{ user_uuid: removed.userId }] })
      expect(await statusOf(hider, blocked)).toBe('blocked')
      await Promise.all([seenByFriend, ...live.values()].map((client) => client.close()))
    })

    it('makes no response slower or faster than a removal does', async () => {
      const hider = await newPlayer()
      const [blocked, removed] = [await newPlayer(), await newPlayer()]
      for (const seeker of [blocked, removed]) {
        await seeker.call(INVITE, { friend_uuid: hider.userId })
        await hider.call(ACCEPT, { friend_uuid: seeker.userId })
      }
      await hider.call(BLOCK, { user_uuid: blocked.userId })
      await hider.call(REMOVE, { friend_uuid: removed.userId })
      const about = { friend_uuid: hider.userId }
      const answersOf = async (seeker: Player) => {
        await seeker.send(INVITE, about)
        await seeker.send('POST /social/cancel-invitation', about)
        await seeker.send(ACCEPT, about)
        await seeker.send('POST /social/create-trade', { user_uuid: hider.userId })
        await statusOf(seeker, hider)
        await read(seeker, 'get-invite-list')
      }
      const times = new Map<Player, number[]>([blocked, removed].map((seeker) => [seeker, []]))
      const middle = (seeker: Player) => {
        const sorted = times.get(seeker)?.toSorted((a, b) => a - b) ?? []
        return sorted[Math.floor(sorted.length / 2)] ?? 0
      }
      // Other load affects both, as they alternate, but unevenly over few rounds: more rounds are conclusive.
      await expect
        .poll(
          async () => {
            for (let round = 0; round < ROUNDS_A_SERIES; round += 1) {
              for (const seeker of round % 2 === 0 ? [blocked, removed] : [removed, blocked]) {
                const beganMs = performance.now()
                await answersOf(seeker)
                times.get(seeker)?.push(performance.now() - beganMs)
              }
            }
            return Math.abs(Math.log(middle(blocked) / middle(removed)))
          },
          { interval: 0, message: 'ratio of the two times, as its logarithm' },
        )
        .toBeLessThan(Math.log(1.25))
    })

    it('ends the trade of the two, who both see it', async () => {
      const [anna, boris] = await newFriends()
      const seen = await LiveClient.open(boris)
      const { trade } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
      await anna.call(BLOCK, { user_uuid: boris.userId })
      const event = await seen.waitFor(({ type }) => type === 'tradeDeclined')
      expect(event.payload.value).toMatchObject({ id: trade.id, tradeStatus: 'cancelled' })
      await boris.refused('trade_ended', CONFIRM, confirmation(trade, 1, {}, 0))
      await seen.close()
    })
  })

  describe('a trade', () => {
    it('counts its revisions, equal in responses, events and lists, also across a restart', async () => {
      const item = newItem()
      const [anna, boris] = await newFriends({ [item]: 10 })
      const seen = await LiveClient.open(boris)
      const { trade: created } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
      const offer = (revision: number) => confirmation(created, 0, { [item]: 4 }, revision)
      const { trade: offered } = await anna.call(CONFIRM, offer(0))
      const { trade: takenBack } = await anna.call('POST /social/cancel-trade', { id: created.id })
      const { trade: again } = await anna.call(CONFIRM, offer(1))
      expect([created, offered, takenBack, again].map(({ version }) => version)).toEqual([0, 1, 2, 3])
      await seen.waitFor(({ payload }) => payload.case === 'tradeChanged' && payload.value.version === 3n)
      await restart()
      expect(await read(boris, 'get-active-trades')).toMatchObject({ response: [{ version: 3 }] })
      const { trade: ended } = await sameAt(boris).call('POST /social/decline-trade', { id: created.id })
      expect(ended.version).toBe(4)
    })

    it('moves items and coins once both have confirmed what they see, and stays readable', async () => {
      const item = newItem()
      const [anna, boris] = await newFriends({ [item]: 10 })
      const seen = await LiveClient.open(boris)
      const { trade } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
      await seen.waitFor(({ type }) => type === 'tradeCreated')
      expect((await boris.call('POST /social/create-trade', { user_uuid: anna.userId })).trade).toMatchObject({
        id: trade.id,
        opponent_name: 'Anna',
        is_creator: false,
      })
      const offered = await anna.call(CONFIRM, confirmation(trade, 0, { [item]: 4 }, 0))
      expect(offered.trade).toMatchObject({ revision: 1, my_status: 'confirmed', opponent_status: 'pending' })
      const event = await seen.waitFor(({ type }) => type === 'tradeChanged')
      const open = (await read(boris, 'get-active-trades')) as { response: Trade[] }
      expect(open.response).toMatchObject([{ opponent_name: 'Anna', my_status: 'pending' }])
      expect([fieldsOf(event)]).toEqual(open.response)
      await boris.refused('trade_changed', CONFIRM, confirmation(trade, 5, {}, 0))
      await boris.call(CONFIRM, confirmation(trade, 5, {}, 1))
      await restart()
      const { trade: done } = await sameAt(anna).call(CONFIRM, confirmation(trade, 0, { [item]: 4 }, 2))
      expect(done).toMatchObject({ trade_status: 'completed', my_status: 'confirmed', opponent_status: 'confirmed' })
      expect([await sameAt(anna).countOf(item), await sameAt(boris).countOf(item)]).toEqual([6, 14])
      const history = await sameAt(boris).call('POST /inventory/history')
      expect(history.response[0]).toMatchObject({ operation_code: 'trade' })
      const past = (await read(boris, `get-trade-history?user_uuid=${anna.userId}&trade_status=completed`)) as {
        response: Trade[]
      }
      expect(past.response).toMatchObject([{ id: trade.id, opponent_name: 'Anna' }])
      expect(await read(boris, `get-trade-totals?user_uuid=${anna.userId}`)).toMatchObject({
        name: 'Anna',
        trades: 1,
        given: { coins: 5, items: {} },
        received: { coins: 0, items: { [item]: 4 } },
      })
      expect(await read(anna, 'get-active-trades')).toEqual({ response: [] })
    })

    it('names the other player in events as calls do, also after a change of name', async () => {
      const [anna, boris] = await newFriends()
      const seen = await LiveClient.open(boris)
      const { trade } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
      const created = await seen.waitFor(({ type }) => type === 'tradeCreated')
      expect(created.payload.value).toMatchObject({ opponentName: 'Anna' })
      await rename(anna, 'Annabel')
      await anna.call('POST /social/decline-trade', { id: trade.id })
      const declined = await seen.waitFor(({ type }) => type === 'tradeDeclined')
      expect(declined.payload.value).toMatchObject({ opponentName: 'Annabel', tradeStatus: 'declined' })
      await seen.close()
    })

    it('is readable for its two players only, and its sums exclude trades that were not completed', async () => {
      const [anna, boris] = await newFriends()
      const clara = await newPlayer()
      await clara.call(INVITE, { friend_uuid: boris.userId })
      await boris.call(ACCEPT, { friend_uuid: clara.userId })
      const offer = async (coins: number): Promise<Trade> => {
        const { trade } = await clara.call('POST /social/create-trade', { user_uuid: boris.userId })
        return (await boris.call(CONFIRM, confirmation(trade, coins, {}, 0))).trade
      }
      const given = await offer(5)
      await anna.refused('trade_not_found', CONFIRM, confirmation(given, 0, {}, 1))
      await clara.call(CONFIRM, confirmation(given, 0, {}, 1))
      await clara.call('POST /social/decline-trade', { id: (await offer(7)).id })
      expect(await read(clara, `get-trade-totals?user_uuid=${boris.userId}`)).toMatchObject({
        trades: 1,
        received: { coins: 5 },
      })
      for (const [status, coins] of [
        ['completed', 5],
        ['declined', 7],
      ] as const) {
        const address = `get-trade-history?user_uuid=${boris.userId}&trade_status=${status}`
        const { response } = (await read(clara, address)) as { response: Trade[] }
        expect(response.map(({ jdoc, me }) => jdoc[me === 'user_1' ? 'user_2' : 'user_1'].coins)).toEqual([coins])
      }
      for (const [reader, other] of [
        [anna, boris],
        [anna, clara],
        [boris, anna],
      ] as const) {
        expect(await read(reader, `get-trade-history?user_uuid=${other.userId}`)).toEqual({ response: [] })
        expect(await read(reader, `get-trade-totals?user_uuid=${other.userId}`)).toMatchObject({
          trades: 0,
          given: { coins: 0 },
          received: { coins: 0 },
        })
      }
      expect(await read(anna, 'get-trade-history')).toEqual({ response: [] })
    })

    it('completes once, however many confirmations arrive at once', async () => {
      const item = newItem()
      const [anna, boris] = await newFriends({ [item]: 1_000 })
      const { trade } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
      await anna.call(CONFIRM, confirmation(trade, 0, { [item]: 3 }, 0))
      const calls = Array.from({ length: 64 }, (_, index) =>
        (index % 2 === 0 ? boris : anna).send(CONFIRM, confirmation(trade, 0, index % 2 === 0 ? {} : { [item]: 3 }, 1)),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses).toContain(200)
      expect(new Set(statuses)).toEqual(new Set([200, 409]))
      expect([await anna.countOf(item), await boris.countOf(item)]).toEqual([997, 1_003])
      const { rows } = await sql`select 1 from operation where cause_id = ${trade.id}::uuid`.execute(db())
      expect(rows).toHaveLength(2)
    })

    it('withdraws the confirmation of a player who has sold their offer, and notifies both of what is missing', async () => {
      const item = newItem()
      const [anna, boris] = await newFriends({ [item]: 5 })
      const seen = await LiveClient.open(anna)
      const { trade } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
      await anna.call(CONFIRM, confirmation(trade, 0, { [item]: 5 }, 0))
      await anna.call('POST /marketplace/create-sell-lot', { item_type_id: item, price: 9, count: 2 })
      const { trade: open } = await boris.call(CONFIRM, confirmation(trade, 0, {}, 1))
      expect(open).toMatchObject({ trade_status: 'active', opponent_missing: [{ item_id: item, count: 2 }] })
      await seen.waitFor(({ payload }) => payload.case === 'tradeChanged' && payload.value.myMissing.length === 1)
      // A later read shows the same.
      const missing = [{ item_id: item, count: 2 }]
      expect(await read(anna, 'get-active-trades')).toMatchObject({
        response: [{ my_status: 'pending', opponent_status: 'confirmed', my_missing: missing, opponent_missing: [] }],
      })
      expect(await read(boris, 'get-active-trades')).toMatchObject({
        response: [{ my_status: 'confirmed', opponent_status: 'pending', my_missing: [], opponent_missing: missing }],
      })
      await seen.close()
    })

    it('expires automatically after a day, also while no server runs', async () => {
      const [anna, boris] = await newFriends()
      const { trade } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
      const expiredAtMs = Date.now() - 1_000
      await sql`update trade set expires_at_ms = ${expiredAtMs} where trade_id = ${trade.id}`.execute(db())
      await sql`update due_work set due_at_ms = ${expiredAtMs} where subject_id = ${trade.id}::uuid`.execute(db())
      await restart()
      await expect
        .poll(() => read(boris, 'get-trade-history'))
        .toMatchObject({ response: [{ id: trade.id, trade_status: 'expired' }] })
      expect((await sql`select 1 from due_work where subject_id = ${trade.id}::uuid`.execute(db())).rows).toEqual([])
      const next = await sameAt(boris).call('POST /social/create-trade', { user_uuid: anna.userId })
      expect(next.trade.id).not.toBe(trade.id)
    })

    it('is found as the open one of a pair behind many that have ended', async () => {
      const [anna, boris] = await newFriends()
      const { trade } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
      await insertEnded(anna, boris, 20)
      await restart()
      const crossing = await sameAt(boris).call('POST /social/create-trade', { user_uuid: anna.userId })
      expect(crossing.trade.id).toBe(trade.id)
    })

    it('is listed in pages, for all players or for one', async () => {
      const [anna, boris] = await newFriends()
      await insertEnded(anna, boris, 120)
      const ids: string[] = []
      for (let last = ''; ; last = ids.at(-1) ?? '') {
        const page = (await read(anna, `get-trade-history?last_uuid=${last}`)) as { response: Trade[] }
        if (page.response.length === 0) break
        ids.push(...page.response.map(({ id }) => id))
      }
      expect(new Set(ids).size).toBe(120)
      expect(ids).toEqual(ids.toSorted().toReversed())
    })
  })
})

const COMMANDS_OF_SEEKER: readonly CallName[] = [
  'POST /social/remove-friend',
  'POST /social/accept-friend-invite',
  'POST /social/decline-friend-invite',
  'POST /social/create-trade',
  'POST /social/send-friend-invite',
  'POST /social/send-friend-invite',
  'POST /social/cancel-invitation',
  'POST /social/cancel-invitation',
  'POST /social/send-friend-invite',
  'POST /social/block-user',
  'POST /social/send-friend-invite',
  'POST /social/unblock-user',
  'POST /social/send-friend-invite',
]

const CHAT_OF_SEEKER = ['POST /chat/history', 'POST /chat/send', 'POST /chat/read'] as const

/** All calls by which a player can read about another. */
function readsAbout(other: Player, name: string): string[] {
  return [
    `find-users?q=${encodeURIComponent(`hider ${name}`)}`,
    `friendship-status/${other.userId}`,
    'get-friend-list',
    'get-invite-list',
    'get-block-list',
    'get-active-trades',
    'get-trade-history',
    `get-trade-totals?user_uuid=${other.userId}`,
  ]
}

/** Removes what differs between any two players: times and own ids. */
function anonymous(text: string, own: Player): string {
  return text
    .replaceAll(own.userId, 'ME')
    .replaceAll(/"(created_at|expires_at|ended_at|since|blocked_at)":\d+/g, '"$1":0')
    .replaceAll(/"id":"[^"]+"/g, '"id":"ID"')
    .replaceAll(/"(jdoc|me)":("[^"]*"|\{"user_1":\{[^}]*\{[^}]*\}\},"user_2":\{[^}]*\{[^}]*\}\}\})/g, '')
}

function withoutIds({ type, payload }: LiveEvent): string {
  if (payload.case === 'socialFriendChanged') return `${type} ${payload.value.status} ${payload.value.userUuid}`
  return payload.case === 'tradeDeclined' ? `${type} ${payload.value.tradeStatus}` : type
}

function isStatus(status: FriendshipStatus): (event: LiveEvent) => boolean {
  return ({ payload }) => payload.case === 'socialFriendChanged' && payload.value.status === status
}

async function becomeFriends(one: Player, other: Player): Promise<void> {
  await one.call(INVITE, { friend_uuid: other.userId })
  await other.call(ACCEPT, { friend_uuid: one.userId })
}

/** Players who came online (true) or went offline (false), in the order of the events. */
function presencesIn({ events }: LiveClient): [userId: string, isOnline: boolean][] {
  return events.flatMap(({ payload }) =>
    payload.case === 'friendPresenceChanged'
      ? [[payload.value.userUuid, payload.value.online] as [string, boolean]]
      : [],
  )
}

/** Matches the nth event of this presence. */
function isPresence(other: Player, online: boolean, times = 1): (event: LiveEvent) => boolean {
  const seen = new Set<LiveEvent>()
  return (event) => {
    const { payload } = event
    if (payload.case !== 'friendPresenceChanged') return false
    if (payload.value.userUuid !== other.userId || payload.value.online !== online) return false
    return seen.add(event).size === times
  }
}

/** A player connects and disconnects, as a friend sees it. */
async function comeAndGo(player: Player, seenByFriend: LiveClient): Promise<void> {
  const client = await LiveClient.open(player)
  await seenByFriend.waitFor(isPresence(player, true))
  await client.close()
  await seenByFriend.waitFor(isPresence(player, false))
}

function isFriendEvent(status: FriendshipStatus, other: Player): (event: LiveEvent) => boolean {
  return ({ payload }) =>
    payload.case === 'socialFriendChanged' && payload.value.status === status && payload.value.userUuid === other.userId
}

function confirmation(trade: Trade, coins: number, items: Readonly<Record<string, number>>, seen_revision: number) {
  return { id: trade.id, trade_item: { coins, items }, seen_revision }
}
