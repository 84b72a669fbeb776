import type { InventoryOperation } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import type { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const TOOL = FIRST_ITEM_ID + 2
const START_COINS = 500_000

describe.each(STORE_KINDS)('the money trail on %s', (kind) => {
  const { newItem, newPlayer } = serveMarket(kind, { production: true, roulette: true })

  /** The whole history, page by page, oldest first. */
  async function historyOf(player: Player, assets: 'all' | 'coins' | 'items' = 'all'): Promise<InventoryOperation[]> {
    const all: InventoryOperation[] = []
    for (;;) {
      const { response } = await player.call('POST /inventory/history', { last_uuid: all.at(-1)?.uuid, assets })
      if (response.length === 0) return all.toReversed()
      all.push(...response)
    }
  }

  it('reads from the first coin to the last with its causes, and sums to the balance', async () => {
    const [anna, boris] = [await newPlayer(START_COINS, { [TOOL]: 1 }), await newPlayer(START_COINS)]
    const exchanged = async (player: Player, count: number): Promise<void> =>
      await expect
        .poll(async () => {
          const { exchanges } = await player.call('GET /marketplace/exchanges')
          return exchanges.filter(({ state }) => state === 'settled').length
        })
        .toBe(count)
    await anna.call('POST /marketplace/exchange-to-steam-coins', { currency: 'bronze', count: 30_000 })
    await exchanged(anna, 1)
    await anna.call('POST /marketplace/exchange-from-steam-coins', { currency: 'bronze', count: 200 })
    await exchanged(anna, 2)
    await anna.call('POST /rent/put', { item_id: TOOL, count: 1 })
    await anna.call('POST /roulette/spin', { count: 7 })
    const item = newItem()
    await boris.grant(0, { [item]: 5 })
    await boris.call('POST /marketplace/create-sell-lot', order(item, 11, 5))
    await anna.call('POST /marketplace/buy-lot', order(item, 11, 2))
    const { lot } = await anna.call('POST /marketplace/create-buy-lot', order(item, 3, 9))
    await anna.call('POST /marketplace/cancel-lot', { lot_uuid: lot?.lot_uuid ?? '' })
    await anna.call('POST /social/send-friend-invite', { friend_uuid: boris.userId })
    await boris.call('POST /social/accept-friend-invite', { friend_uuid: anna.userId })
    let { trade } = await anna.call('POST /social/create-trade', { user_uuid: boris.userId })
    for (const [player, coins] of [
      [anna, 100],
      [boris, 0],
    ] as const) {
      const body = { id: trade.id, trade_item: { coins, items: {} }, seen_revision: trade.revision }
      trade = (await player.call('POST /social/confirm-trade', body)).trade
    }
    await expect
      .poll(async () => {
        await anna.call('POST /rent/take-salary', { item_ids: [TOOL] })
        return (await historyOf(anna)).some(({ operation_code }) => operation_code === 'rent_salary')
      })
      .toBe(true)
    await anna.call('POST /marketplace/exchange-to-steam-coins', { currency: 'bronze', count: 1_234 })
    // The trail is also complete while an exchange is open: what it holds has left the balance.
    for (const player of [anna, boris]) {
      const history = await historyOf(player)
      const sum = history.reduce((coins, operation) => coins + (operation.coins?.count ?? 0), 0)
      expect(sum).toBe(await player.coins())
      let before = 0
      for (const { coins } of history) {
        if (coins === null) continue
        expect(coins.new_count - coins.count).toBe(before)
        before = coins.new_count
      }
    }
    await exchanged(anna, 3)

    const trail = await historyOf(anna)
    const causes = Object.fromEntries(trail.map(({ operation_code, cause }) => [operation_code, cause?.type ?? null]))
    expect(causes).toMatchObject({
      starter_pack: null,
      quest_drop: null,
      exchange_to_steam: 'exchange',
      exchange_from_steam: 'exchange',
      rent_put: 'rent',
      rent_salary: 'rent',
      spin: 'spin',
      buy_lot: 'trade',
      create_buy_lot: 'lot',
      cancel_lot: 'lot',
      trade: 'friend_trade',
    })
    // Spins are excluded, because their winnings are random.
    const coinsAlone = trail
      .filter(({ operation_code, list }) => list.length === 0 && operation_code !== 'spin')
      .map(({ operation_code }) => operation_code)
    expect(new Set(coinsAlone)).toEqual(
      new Set(['exchange_to_steam', 'exchange_from_steam', 'rent_salary', 'create_buy_lot', 'cancel_lot', 'trade']),
    )
    expect(await historyOf(anna, 'coins')).toEqual(trail.filter(({ coins }) => coins !== null))
    expect(await historyOf(anna, 'items')).toEqual(trail.filter(({ list }) => list.length > 0))

    const csv = await (await anna.send('GET /inventory/export-history')).text()
    const lines = csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(','))
    const exported = lines.filter(([, , , itemId]) => itemId === '0').reduce((sum, cells) => sum + Number(cells[5]), 0)
    expect(exported).toBe(await anna.coins())
    expect(new Set(lines.map(([uuid]) => uuid)).size).toBe(trail.length)
  })
})
