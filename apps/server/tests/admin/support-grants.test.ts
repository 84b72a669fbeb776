import { randomUUID } from 'node:crypto'
import { NotificationKind, Side } from '@clutch/contract/live'
import { describe, expect, it } from 'vitest'
import { LiveClient } from '../support/live-client.ts'
import { serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const ADMIN = '76561198000000115'
const ADD = 'POST /admin/add'

describe.each(STORE_KINDS)('support gifts on %s', (kind) => {
  const { server, newItem, newPlayer, restart, sameAt } = serveMarket(kind, {}, { ADMIN_STEAM_IDS: ADMIN })
  const notificationsOf = async (player: Player) => (await player.call('POST /notifications/get')).notifications

  function giftOf(player: Player, itemId: number, count: number) {
    return { steam_id: player.steamId, item_id: itemId, count, idempotency_key: randomUUID() }
  }

  it('notify the player once, live and persistently, under the id of the operation', async () => {
    const [item, bystander] = [newItem(), await newPlayer()]
    const admin = await Player.signIn(server(), ADMIN)
    const anna = await newPlayer()
    const live = await LiveClient.open(anna)
    const gift = giftOf(anna, item, 3)
    const [first, again] = await Promise.all([admin.call(ADD, gift), admin.call(ADD, gift)])
    expect(again.operation_id).toBe(first.operation_id)
    const { payload } = await live.waitFor(({ type }) => type === 'notificationAdded')
    expect(payload.value).toMatchObject({
      notificationId: first.operation_id,
      kind: NotificationKind.SUPPORT_GRANT,
      itemId: BigInt(item),
      count: 3n,
      coins: 0n,
      price: 0n,
      side: Side.UNSPECIFIED,
    })
    await live.close()
    await restart()
    await sameAt(admin).call(ADD, gift)
    const notification = { notification_id: first.operation_id, kind: 'support_grant', is_read: false, alert: null }
    const nothingElse = { side: null, price: 0, recipe_id: null }
    const expected = [{ ...notification, ...nothingElse, item_id: item, count: 3, coins: 0 }]
    expect(await notificationsOf(sameAt(anna))).toMatchObject(expected)
    const { response } = await sameAt(anna).call('POST /inventory/history', { filter_item_id: item })
    expect(response[0]).toMatchObject({ uuid: first.operation_id, list: [{ item_id: item, count: 3 }] })
    expect(await notificationsOf(sameAt(bystander))).toEqual([])
  })

  it('notify each player of a compensation run, also offline ones, of coins and the number of item types', async () => {
    const [ore, herb] = [newItem(), newItem()]
    const admin = await Player.signIn(server(), ADMIN)
    const [anna, boris] = [await newPlayer(), await newPlayer()]
    const items = [ore, herb].map((item_id) => ({ item_id, count: 4 }))
    const players = { kind: 'list', text: `${anna.steamId}\n${boris.steamId}` } as const
    const body = { players, coins: 70, items, reason: 'the outage', expected_players: 2 }
    await admin.call('POST /admin/compensation/start', { ...body, idempotency_key: randomUUID() })
    await expect.poll(async () => (await notificationsOf(boris)).length).toBe(1)
    await expect.poll(async () => (await notificationsOf(anna)).length).toBe(1)
    for (const player of [anna, boris]) {
      expect(await notificationsOf(player)).toMatchObject([
        { kind: 'support_grant', coins: 70, item_id: null, count: 2 },
      ])
    }
  })

  it('are the only operations that notify: quest rewards, removals and rejected gifts do not', async () => {
    const item = newItem()
    const admin = await Player.signIn(server(), ADMIN)
    const anna = await newPlayer()
    await admin.call(ADD, { ...giftOf(anna, item, 5), kind: 'quest_drop' })
    await admin.call('POST /admin/consume', giftOf(anna, item, 2))
    await admin.refused('amount_too_large', ADD, giftOf(anna, item, Number.MAX_SAFE_INTEGER))
    expect(await anna.countOf(item)).toBe(3)
    expect(await notificationsOf(anna)).toEqual([])
  })
})
