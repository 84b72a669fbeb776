import { describe, expect, it } from 'vitest'
import { COINS, WORLD } from '../../core/ledger/accounts.ts'
import type { UserId } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy } from '../../../testing/fixture.ts'
import { HERB, ORE } from '../../../testing/sample-recipes.ts'
import { ANNA, BORIS, eventsOf, give, mustRun } from '../../../testing/workshop.ts'
import type { Side } from '../marketplace/lot.ts'
import { pairIdOf } from '../social/pair.ts'
import { LOTS_PER_CLEARING } from './decide-clear-book.ts'

const REASON = 'goods from a broken recipe'

/** Two friends with ten ore and a thousand coins each. */
function market(): SampleEconomy {
  const economy = new SampleEconomy([ANNA, BORIS], { feeBasisPoints: 0, maxOpenLots: 1_000, maxItemsPerLot: 1_000 })
  for (const userId of [ANNA, BORIS]) give(economy, userId, [[ORE, 10]], 1_000)
  mustRun(economy, { type: 'send_friend_invite', userId: ANNA, otherId: BORIS })
  mustRun(economy, { type: 'accept_friend_invite', userId: BORIS, otherId: ANNA })
  return economy
}

const order = (userId: UserId, side: Side, price: number, count = 1, itemId = ORE) =>
  ({
    type: 'place_lot',
    userId,
    side,
    itemId,
    price,
    count,
    mode: 'rest',
    preferred: { currency: 'coin', price },
  }) as const

function place(economy: SampleEconomy, userId: UserId, side: Side, price: number, count = 1) {
  const [placed] = eventsOf(mustRun(economy, order(userId, side, price, count)), 'lot_placed')
  if (placed === undefined) throw new Error('No lot was placed')
  return placed.lot.id
}

const code = (outcome: ReturnType<SampleEconomy['run']>) => (outcome.ok ? 'ok' : outcome.error.code)
const free = (economy: SampleEconomy, userId: UserId) =>
  [COINS, ORE].map((a) => economy.world.balanceOf(userId, a).free)

describe("freezing a player's trading", () => {
  it('cancels the named open lots with full refunds, and none of other players', () => {
    const economy = market()
    const own = [place(economy, ANNA, 'sell', 90, 4), place(economy, ANNA, 'buy', 50, 2)]
    const foreign = place(economy, BORIS, 'sell', 95)
    const lotIds = [...own, ...own, foreign]
    const events = mustRun(economy, { type: 'freeze_trading', userId: ANNA, reason: REASON, lotIds })
    expect(eventsOf(events, 'lot_cancelled').map(({ lot }) => lot.id)).toEqual(own)
    expect(free(economy, ANNA)).toEqual([1_000, 10])
    expect(economy.world.marketplace.lot(foreign)).toBeDefined()
    expect(findViolations(economy.world)).toEqual([])
  })

  it('rejects lots, price changes, friend trades and exchanges to the platform, with the reason', () => {
    const economy = market()
    const kept = place(economy, ANNA, 'sell', 90)
    mustRun(economy, { type: 'create_trade', userId: ANNA, otherId: BORIS })
    const trade = economy.world.trades.activeOf(pairIdOf(ANNA, BORIS))
    if (trade === undefined) throw new Error('No trade was opened')
    const confirm = (userId: UserId) =>
      ({ type: 'confirm_trade', userId, tradeId: trade.id, coins: 1, items: [], seenRevision: 0 }) as const
    mustRun(economy, { type: 'freeze_trading', userId: ANNA, reason: REASON, lotIds: [] })
    const refused = economy.run(order(ANNA, 'sell', 80))
    expect(refused).toEqual({ ok: false, error: { code: 'trading_frozen', reason: REASON } })
    const preferred = { currency: 'coin', price: 1 } as const
    const change = { type: 'change_lot_price', userId: ANNA, lotId: kept, price: 80, preferred } as const
    expect(code(economy.run(change))).toBe('trading_frozen')
    expect(code(economy.run(confirm(ANNA)))).toBe('trading_frozen')
    expect(code(economy.run(confirm(BORIS)))).toBe('partner_frozen')
    const out = { type: 'exchange_to_steam', userId: ANNA, currency: 'bronze', coins: 100 } as const
    expect(code(economy.run(out))).toBe('trading_frozen')
    expect(code(economy.run({ type: 'cancel_lot', userId: ANNA, lotId: kept }))).toBe('ok')
    mustRun(economy, { type: 'freeze_trading', userId: ANNA, reason: '', lotIds: [] })
    expect(code(economy.run(order(ANNA, 'sell', 80)))).toBe('ok')
    expect(code(economy.run(confirm(BORIS)))).toBe('ok')
  })
})

describe('freezing an item', () => {
  it('stops its market for all players until it is unfrozen', () => {
    const economy = market()
    place(economy, BORIS, 'sell', 90)
    const freeze = (reason: string) => mustRun(economy, { type: 'freeze_item', userId: WORLD, itemId: ORE, reason })
    freeze(REASON)
    const refused = economy.run({ ...order(ANNA, 'buy', 90), mode: 'now' })
    expect(refused).toEqual({ ok: false, error: { code: 'item_frozen', itemId: ORE, reason: REASON } })
    expect(code(economy.run(order(ANNA, 'buy', 5, 1, HERB)))).toBe('ok')
    freeze('')
    expect(code(economy.run({ ...order(ANNA, 'buy', 90), mode: 'now' }))).toBe('ok')
  })

  it('clears the book in portions with full refunds, but never that of an unfrozen item', () => {
    const economy = market()
    for (let count = 0; count < LOTS_PER_CLEARING + 50; count += 1) place(economy, BORIS, 'buy', 1 + (count % 3))
    place(economy, ANNA, 'sell', 90, 10)
    const clear = { type: 'clear_book', userId: WORLD, itemId: ORE } as const
    expect(code(economy.run(clear))).toBe('item_not_frozen')
    mustRun(economy, { type: 'freeze_item', userId: WORLD, itemId: ORE, reason: REASON })
    const portions = [0, 1, 2].map(() => eventsOf(mustRun(economy, clear), 'lot_cancelled').length)
    expect(portions).toEqual([LOTS_PER_CLEARING, 51, 0])
    expect([free(economy, ANNA), free(economy, BORIS)]).toEqual([
      [1_000, 10],
      [1_000, 10],
    ])
    expect(findViolations(economy.world)).toEqual([])
  })
})
