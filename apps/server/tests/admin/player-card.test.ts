import { PLAYER_LOTS_PAGE_SIZE } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import { RECIPES } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const ADMIN = '76561198000000114'

describe.each(STORE_KINDS)("a player's card on %s", (kind) => {
  const { server, newItem, newPlayer } = serveMarket(kind, { production: true }, { ADMIN_STEAM_IDS: ADMIN })

  it('pages through open lots, newest first, excluding closed ones and those of others', async () => {
    const item = newItem()
    const [anna, boris] = [await newPlayer(0, { [item]: 100 }), await newPlayer(0, { [item]: 1 })]
    const placed: string[] = []
    for (let price = 500; price < 503 + PLAYER_LOTS_PAGE_SIZE; price += 1) {
      const { lot } = await anna.call('POST /marketplace/create-sell-lot', order(item, price, 1))
      placed.unshift(lot?.lot_uuid ?? '')
    }
    await boris.call('POST /marketplace/create-sell-lot', order(item, 900, 1))
    await anna.call('POST /marketplace/cancel-lot', { lot_uuid: placed.pop() ?? '' })
    const admin = await Player.signIn(server(), ADMIN)
    const first = (await admin.call('POST /admin/player-lots', { steam_id: anna.steamId })).response
    expect(first.map(({ lot_uuid }) => lot_uuid)).toEqual(placed.slice(0, PLAYER_LOTS_PAGE_SIZE))
    const last_uuid = first.at(-1)?.lot_uuid
    const rest = (await admin.call('POST /admin/player-lots', { steam_id: anna.steamId, last_uuid })).response
    expect(rest.map(({ lot_uuid }) => lot_uuid)).toEqual(placed.slice(PLAYER_LOTS_PAGE_SIZE))
    const log = (await admin.call('POST /admin/audit', { target: anna.steamId, action: 'user.read' })).response
    expect(log).toMatchObject([
      { outcome: 'done', after: { at: 'lots' } },
      { outcome: 'done', after: { at: 'lots' } },
    ])
  })

  it('shows jobs, friend trades and exchanges with their evidence', async () => {
    const item = newItem()
    const [anna, boris] = [await newPlayer(10_000, { [item]: 5 }), await newPlayer()]
    await anna.call('POST /craft/start', { receipt_id: RECIPES.slowCraft, count: 2 })
    await anna.call('POST /social/send-friend-invite', { friend_uuid: boris.userId })
    await boris.call('POST /social/accept-friend-invite', { friend_uuid: anna.userId })
    const { trade } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
    const offer = { coins: 7, items: { [item]: 2 } }
    await anna.call('POST /social/confirm-trade', { id: trade.id, trade_item: offer, seen_revision: trade.revision })
    await anna.call('POST /marketplace/exchange-to-steam-coins', { currency: 'bronze', count: 300 })
    const admin = await Player.signIn(server(), ADMIN)
    const of = { steam_id: anna.steamId }
    expect(await admin.call('POST /admin/player-jobs', of)).toMatchObject({
      response: [{ kind: 'craft', receipt_id: RECIPES.slowCraft, count: 2 }],
      left_out: 0,
    })
    const trades = await admin.call('POST /admin/player-trades', of)
    expect(trades).toMatchObject({ active: [{ id: trade.id, opponent_uuid: boris.userId, my_status: 'confirmed' }] })
    expect(trades.active[0]?.jdoc[trades.active[0].me]).toEqual(offer)
    await boris.call('POST /social/decline-trade', { id: trade.id })
    const ended = await admin.call('POST /admin/player-trades', of)
    expect(ended).toMatchObject({ active: [], ended: [{ id: trade.id, trade_status: 'declined' }] })
    const next = await admin.call('POST /admin/player-trades', { ...of, last_uuid: trade.id })
    expect(next).toEqual({ active: [], ended: [] })
    const [exchange] = (await admin.call('POST /admin/player-exchanges', of)).response
    expect(exchange).toMatchObject({ direction: 'to_steam', coins: 300, store_count: 3 })
    const evidence = await admin.call('POST /admin/exchange-evidence', { exchange_id: exchange?.id ?? '' })
    expect(evidence.response.at(-1)?.kind).toBe('prepared')
    const later = { ...of, last_uuid: exchange?.id ?? '' }
    expect((await admin.call('POST /admin/player-exchanges', later)).response).toEqual([])
  })
})
