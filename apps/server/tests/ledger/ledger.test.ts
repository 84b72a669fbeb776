import { describe, expect, it } from 'vitest'
import { order, serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const ADMIN = '76561198000000114'
const LEDGER = 'POST /admin/ledger'

describe.each(STORE_KINDS)('the ledger browser on %s', (kind) => {
  const { server, newItem, newPlayer } = serveMarket(kind, {}, { ADMIN_STEAM_IDS: ADMIN })

  it('leads from an operation to its counterpart and to everything with the same cause, from either end', async () => {
    const item = newItem()
    const [anna, boris] = [await newPlayer(0, { [item]: 9 }), await newPlayer(5_000)]
    await anna.call('POST /marketplace/create-sell-lot', order(item, 70, 9))
    await boris.call('POST /marketplace/buy-lot', order(item, 70, 4))
    const admin = await Player.signIn(server(), ADMIN)
    const { response } = await admin.call(LEDGER, { steam_id: boris.steamId, kind: 'buy_lot' })
    expect(response).toMatchObject([{ kind: 'buy_lot', cause_id: null, steam_id: boris.steamId }])
    const bought = await admin.call('POST /admin/operation', { operation_id: response[0]?.id ?? '' })
    expect(bought).toMatchObject({
      other_side: { kind: 'sell_lot', steam_id: anna.steamId, lines: [{ asset: 0, change: 280 }] },
      of_cause: [],
    })
    const sold = await admin.call('POST /admin/operation', { operation_id: bought.other_side?.id ?? '' })
    expect(sold.other_side?.id).toBe(response[0]?.id)
    expect(sold.of_cause.map((each) => each.kind)).toEqual(['create_sell_lot', 'sell_lot'])
  })

  it('filters by item, kind and time over all players, and pages without missing or repeating any', async () => {
    const item = newItem()
    const players = [await newPlayer(), await newPlayer()]
    for (let count = 1; count <= 60; count += 1)
      await players[count % 2]?.grant(count, { [item]: count, [item + 40]: 1 })
    const admin = await Player.signIn(server(), ADMIN)
    const found: string[] = []
    // Also for operations with several items.
    for (let last_uuid: string | null = ''; last_uuid !== null;) {
      const page: Awaited<ReturnType<typeof read>> = await read(admin, item + 40, last_uuid)
      found.push(...page.response.map(({ id }) => id))
      last_uuid = page.next
    }
    expect(found).toHaveLength(60)
    expect(found).toEqual([...new Set(found)].toSorted().toReversed())
    const now = Math.floor(Date.now() / 1_000)
    expect((await admin.call(LEDGER, { item_id: item, from: now + 60 })).response).toEqual([])
    expect((await admin.call(LEDGER, { item_id: item, until: now - 3_600 })).response).toEqual([])
    expect((await admin.call(LEDGER, { item_id: item, kind: 'spin' })).response).toEqual([])
    expect((await admin.call(LEDGER, { kind: 'no_such_kind' })).response).toEqual([])
  })
})

function read(admin: Player, item_id: number, last_uuid: string) {
  return admin.call(LEDGER, { item_id, kind: 'quest_drop', last_uuid })
}
