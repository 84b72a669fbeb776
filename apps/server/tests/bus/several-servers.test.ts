import { randomUUID } from 'node:crypto'
import { RECONNECT_CLOSE_CODE } from '@clutch/contract/constants'
import { FriendshipStatus } from '@clutch/contract/live'
import { afterEach, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { LiveClient } from '../support/live-client.ts'
import { CHANNELS, FIRST_ITEM_ID } from '../support/make-pack.ts'
import { Player } from '../support/player.ts'
import { openSharedWorld } from '../support/shared-world.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const MESSAGES_EACH = 5
const PLAYERS_EACH = 8
const closings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

it('several servers serve players as one, with friends, trades, chat and presence, and another one takes over', async () => {
  const world = await openSharedWorld()
  closings.push(() => world.close())
  const start = async (): Promise<TestServer> => {
    const environment = { ...world.environment }
    return startTestServer({ store: world.store, environment, pack: { chat: true } })
  }
  const first = await start()
  await expect.poll(async () => (await fetch(`${first.url}/api/health`)).status).toBe(200)
  const second = await start()
  closings.push(() => second.close())
  const [anna, boris] = [await Player.signIn(first), await Player.signIn(second)]
  const [seenByAnna, seenByBoris] = [await LiveClient.open(anna), await LiveClient.open(boris)]

  await anna.call('POST /social/send-friend-invite', { friend_uuid: boris.userId })
  const isFriendEvent = (status: FriendshipStatus) => (event: LiveClient['events'][number]) =>
    event.payload.case === 'socialFriendChanged' && event.payload.value.status === status
  await seenByBoris.waitFor(isFriendEvent(FriendshipStatus.PENDING))
  await boris.call('POST /social/accept-friend-invite', { friend_uuid: anna.userId })
  await seenByAnna.waitFor(isFriendEvent(FriendshipStatus.ACCEPTED))
  for (const [player, friend] of [
    [anna, boris],
    [boris, anna],
  ] as const) {
    const { response } = await player.call('GET /social/get-friend-list')
    expect(response).toMatchObject([{ user_uuid: friend.userId, online: true }])
  }

  const opened = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
  await seenByBoris.waitFor(({ type }) => type === 'tradeCreated')
  const offered = await boris.call('POST /social/confirm-trade', {
    id: opened.trade.id,
    trade_item: { coins: 0, items: { [FIRST_ITEM_ID]: 2 } },
    seen_revision: opened.trade.revision,
  })
  await seenByAnna.waitFor(({ type }) => type === 'tradeChanged')
  const taken = await anna.call('POST /social/confirm-trade', {
    id: opened.trade.id,
    trade_item: { coins: 10, items: {} },
    seen_revision: offered.trade.revision,
  })
  const done = await boris.call('POST /social/confirm-trade', {
    id: opened.trade.id,
    trade_item: { coins: 0, items: { [FIRST_ITEM_ID]: 2 } },
    seen_revision: taken.trade.revision,
  })
  expect(done.trade.trade_status).toBe('completed')
  await seenByAnna.waitFor(
    ({ payload }) => payload.case === 'inventoryItemUpdated' && payload.value.itemId === BigInt(FIRST_ITEM_ID),
  )

  const crowd = await Promise.all(
    [first, second].flatMap((server) => Array.from({ length: PLAYERS_EACH }, () => Player.signIn(server))),
  )
  const sent = await Promise.all(
    crowd.map(async (player) => {
      const ids: number[] = []
      for (let index = 0; index < MESSAGES_EACH; index += 1) {
        const text = randomUUID()
        ids.push((await player.call('POST /chat/send', { channel_id: CHANNELS.open, text })).message.id)
      }
      return ids
    }),
  )
  const all = sent.flat().toSorted((a, b) => a - b)
  const heardBy = (client: LiveClient) =>
    client.events.flatMap(({ payload }) => (payload.case === 'chatMessageAdded' ? [Number(payload.value.id)] : []))
  for (const client of [seenByAnna, seenByBoris]) await expect.poll(() => heardBy(client)).toEqual(all)

  await seenByAnna.close()
  await seenByBoris.waitFor(({ payload }) => payload.case === 'friendPresenceChanged' && !payload.value.online)

  // NATS restarts: the second server's clients refetch once and it receives later messages.
  await world.nats.stop()
  await anna.call('POST /marketplace/create-sell-lot', { item_type_id: FIRST_ITEM_ID, price: 9, count: 1 })
  await world.nats.start()
  await expect.poll(() => seenByBoris.closeCode).toBe(RECONNECT_CLOSE_CODE)
  const { sell_lots } = await boris.call('POST /marketplace/get-all-prices', {})
  expect(sell_lots.find(({ item_type_id }) => item_type_id === FIRST_ITEM_ID)?.price).toBe(9)
  const again = await LiveClient.open(boris)
  await anna.call('POST /marketplace/create-sell-lot', { item_type_id: FIRST_ITEM_ID, price: 8, count: 1 })
  await anna.call('POST /chat/send', { channel_id: CHANNELS.open, text: 'Can you hear me?' })
  await again.waitFor(({ payload }) => payload.case === 'chatMessageAdded' && payload.value.text.endsWith('hear me?'))
  await first.close()
  const order = { item_type_id: FIRST_ITEM_ID, price: 7, count: 1 }
  // There is no writer yet: the order waits for the one that takes over, here or elsewhere.
  expect((await boris.send('POST /marketplace/create-sell-lot', order)).status).toBe(200)
  expect(await checkIntegrity(second.server.context.store.db, AREAS)).toEqual([])
  await again.close()
})
