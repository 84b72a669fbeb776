import { describe, expect, it } from 'vitest'
import { order, serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { STARTER_COINS } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const OFFER = 'POST /marketplace/create-sell-lot'
const BID = 'POST /marketplace/create-buy-lot'
const REASON = 'goods from a broken "recipe"'

describe.each(STORE_KINDS)('freezes on %s', (kind) => {
  const { server, db, newItem, newPlayer, restart, sameAt } = serveMarket(kind, {}, { ADMIN_STEAM_IDS: ADMIN })

  it("stop a player's trading with the reason, return what lots held, and survive a restart", async () => {
    const item = newItem()
    const before = await newPlayer(1_000, { [item]: 10 })
    await before.call(OFFER, order(item, 900, 4))
    await before.call(BID, order(item, 100, 5))
    const admin = await Player.signIn(server(), ADMIN)
    await admin.call('POST /admin/freeze-trading', { steam_id: before.steamId, is_frozen: true, reason: REASON })
    expect([await before.coins(), await before.countOf(item)]).toEqual([STARTER_COINS + 1_000, 10])
    await restart()
    const [anna, operator] = [sameAt(before), sameAt(admin)]
    expect(await anna.refused('trading_frozen', OFFER, order(item, 900, 1))).toMatchObject({
      params: { reason: REASON },
    })
    const { file } = await operator.call('POST /admin/player-file', { steam_id: anna.steamId })
    expect(file).toMatchObject({ trading_frozen: REASON, open_lots: 0 })
    await operator.call('POST /admin/freeze-trading', { steam_id: anna.steamId, is_frozen: false, reason: 'repaired' })
    await anna.call(OFFER, order(item, 900, 1))
    const { response } = await operator.call('POST /admin/audit', { target: anna.steamId, action: 'trading.freeze' })
    expect(response.map(({ reason, operation_ids }) => [reason, operation_ids.length])).toEqual([
      ['thaw: repaired', 0],
      [REASON, 2],
    ])
  })

  it('make the checks of a trade return what the trade itself would', async () => {
    const item = newItem()
    const [anna, boris] = [await newPlayer(10_000, { [item]: 10 }), await newPlayer(10_000, { [item]: 10 })]
    const admin = await Player.signIn(server(), ADMIN)
    await anna.call(OFFER, order(item, 900, 2))
    await anna.call(BID, order(item, 100, 2))
    const checks = async () => [
      await boris.call('POST /marketplace/check-buy-lot', order(item, 900, 1)),
      await boris.call('POST /marketplace/check-sell-lot', order(item, 100, 1)),
    ]
    expect(await checks()).toEqual([true, true])
    const player = { steam_id: boris.steamId, reason: REASON }
    await admin.call('POST /admin/freeze-trading', { ...player, is_frozen: true })
    await boris.refused('trading_frozen', 'POST /marketplace/buy-lot', order(item, 900, 1))
    expect(await checks()).toEqual([false, false])
    await admin.call('POST /admin/freeze-trading', { ...player, is_frozen: false })
    expect(await checks()).toEqual([true, true])
    await admin.call('POST /admin/freeze-item', { item_id: item, is_frozen: true, reason: REASON })
    await boris.refused('item_frozen', 'POST /marketplace/buy-lot', order(item, 900, 1))
    expect(await checks()).toEqual([false, false])
    await admin.call('POST /admin/freeze-item', { item_id: item, is_frozen: false, reason: REASON })
    expect(await checks()).toEqual([true, true])
  })

  it('stop the market in an item, clear its book with full refunds, and can be lifted', async () => {
    const item = newItem()
    const admin = await Player.signIn(server(), ADMIN)
    const [anna, boris] = [await newPlayer(10_000, { [item]: 300 }), await newPlayer(10_000)]
    for (let price = 500; price < 510; price += 1) await anna.call(OFFER, order(item, price, 3))
    await boris.call(BID, order(item, 400, 2))
    const freeze = {
      item_id: item,
      is_frozen: true,
      cancel_lots: true,
      reason: REASON,
      idempotency_key: `clear-${item}`,
    }
    await admin.call('POST /admin/freeze-item', freeze)
    const stranger = await fetch(`${server().url}/api/marketplace/frozen-items`)
    expect(await stranger.json()).toEqual({ response: [{ item_id: item, reason: REASON }] })
    await boris.refused('item_frozen', 'POST /marketplace/buy-lot', order(item, 500, 1))
    await expect
      .poll(async () => (await admin.call('POST /admin/frozen-items', {})).response)
      .toMatchObject([{ item_id: item, open_lots: 0 }])
    expect(await anna.countOf(item)).toBe(300)
    expect(await boris.coins()).toBe(STARTER_COINS + 10_000)
    await expect
      .poll(() => db().selectFrom('task').select('kind').where('kind', '=', 'clear_item_lots').execute())
      .toEqual([])
    const { response } = await admin.call('POST /admin/audit', { target: String(item), action: 'lot.cancel' })
    expect(response.at(-1)?.operation_ids).toHaveLength(11)
    await admin.call('POST /admin/freeze-item', { item_id: item, is_frozen: false, reason: 'repaired' })
    await boris.call(BID, order(item, 400, 2))
    expect((await admin.call('POST /admin/frozen-items', {})).response).toEqual([])
    const reads = await admin.call('POST /admin/audit', { actor: admin.userId, action: 'freeze.read' })
    expect(reads.response[0]).toMatchObject({ outcome: 'done', target: '' })
  })
})
