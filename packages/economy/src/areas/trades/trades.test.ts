import { describe, expect, it } from 'vitest'
import { AMOUNT_MAX, asItemId, type ItemId, type UserId } from '../../core/numbers.ts'
import { COINS } from '../../core/ledger/accounts.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy } from '../../../testing/fixture.ts'
import { exploreTrades } from '../../../testing/explore-trades.ts'
import { HERB, ORE, QUEST_LETTER } from '../../../testing/sample-recipes.ts'
import { ANNA, BORIS, eventsOf, give, mustRun } from '../../../testing/workshop.ts'
import { pairIdOf } from '../social/pair.ts'
import { TRADE_LIFE_MS, type Trade } from './trade.ts'

/** Two friends: one has ten ore, the other five herbs, both some coins. */
function friends(): SampleEconomy {
  const economy = new SampleEconomy([ANNA, BORIS])
  give(economy, ANNA, [[ORE, 10]], 100)
  give(economy, BORIS, [[HERB, 5]], 100)
  mustRun(economy, { type: 'send_friend_invite', userId: ANNA, otherId: BORIS })
  mustRun(economy, { type: 'accept_friend_invite', userId: BORIS, otherId: ANNA })
  return economy
}

function openTrade(economy: SampleEconomy, userId = ANNA): Trade {
  mustRun(economy, { type: 'create_trade', userId, otherId: userId === ANNA ? BORIS : ANNA })
  const trade = economy.world.trades.activeOf(pairIdOf(ANNA, BORIS))
  if (trade === undefined) throw new Error('No trade was opened')
  return trade
}

type Items = readonly (readonly [ItemId, number])[]

function confirm(economy: SampleEconomy, trade: Trade, userId: UserId, coins: number, items: Items, seen?: number) {
  return economy.runAll({
    type: 'confirm_trade',
    userId,
    tradeId: trade.id,
    coins,
    items: items.map(([itemId, count]) => ({ itemId, count })),
    seenRevision: seen,
  })
}

function now(economy: SampleEconomy, trade: Trade): Trade {
  const found = economy.world.trades.get(trade.id)
  if (found === undefined) throw new Error('The trade is not loaded')
  return found
}

const free = (economy: SampleEconomy, userId: UserId) =>
  [COINS, ORE, HERB].map((asset) => economy.world.balanceOf(userId, asset).free)

describe('a trade', () => {
  it('is for friends only, one at a time: a crossing call returns the open one', () => {
    const economy = friends()
    const trade = openTrade(economy, BORIS)
    expect(trade.creatorId).toBe(BORIS)
    expect(openTrade(economy, ANNA)).toBe(trade)
    mustRun(economy, { type: 'remove_friend', userId: BORIS, otherId: ANNA })
    expect(now(economy, trade).status).toBe('cancelled')
    expect(economy.run({ type: 'create_trade', userId: ANNA, otherId: BORIS })).toMatchObject({
      error: { code: 'not_friends' },
    })
  })

  it('moves both sides at once when both have confirmed what they see, one operation per side', () => {
    const economy = friends()
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 0, [[ORE, 4]], 0)
    confirm(economy, trade, BORIS, 30, [[HERB, 1]], 1)
    expect(now(economy, trade)).toMatchObject({ status: 'active', revision: 2 })
    const { events } = confirm(economy, trade, ANNA, 0, [[ORE, 4]], 2)
    const operations = eventsOf(events, 'ledger_posted').flatMap((posted) => posted.operations)
    expect(operations.map(({ kind, userId, causeId }) => [kind, userId, causeId])).toEqual([
      ['trade', ANNA, trade.id],
      ['trade', BORIS, trade.id],
    ])
    expect(now(economy, trade).status).toBe('completed')
    expect([free(economy, ANNA), free(economy, BORIS)]).toEqual([
      [130, 6, 1],
      [70, 4, 4],
    ])
    expect(findViolations(economy.world)).toEqual([])
  })

  it.each([0, 2])('rejects a confirmation of another revision, %i, without a change', (seen) => {
    const economy = friends()
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 5, [], 0)
    const before = now(economy, trade)
    expect(confirm(economy, trade, BORIS, 1, [], seen).decision).toEqual({
      ok: false,
      error: { code: 'trade_changed', revision: 1 },
    })
    expect(now(economy, trade)).toBe(before)
  })

  it('raises its version with every change', () => {
    const economy = friends()
    const trade = openTrade(economy)
    const versions = [trade.version]
    const after = () => versions.push(now(economy, trade).version)
    confirm(economy, trade, ANNA, 5, [], 0)
    after()
    mustRun(economy, { type: 'cancel_trade', userId: ANNA, tradeId: trade.id })
    after()
    mustRun(economy, { type: 'cancel_trade', userId: ANNA, tradeId: trade.id })
    after()
    confirm(economy, trade, ANNA, 5, [], 1)
    after()
    confirm(economy, trade, BORIS, 0, [], 1)
    after()
    expect(versions).toEqual([0, 1, 2, 2, 3, 4])
  })

  it("keeps the other side's confirmation when an equal offer is confirmed again", () => {
    const economy = friends()
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 5, [], 0)
    confirm(economy, trade, BORIS, 0, [], 1)
    expect(now(economy, trade)).toMatchObject({ status: 'completed', revision: 1 })
  })

  it.each([
    ['more of an item', 5, [[ORE, 4]]],
    ['less of an item', 5, [[ORE, 2]]],
    ['another item', 5, [[HERB, 3]]],
    [
      'one more item',
      5,
      [
        [ORE, 3],
        [HERB, 1],
      ],
    ],
    ['no item', 5, []],
    ['more coins', 6, [[ORE, 3]]],
    ['fewer coins', 4, [[ORE, 3]]],
  ] as const)('takes %s for another offer, which the other side has not seen', (_, coins, items) => {
    const economy = friends()
    give(economy, ANNA, [[HERB, 3]])
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 5, [[ORE, 3]], 0)
    mustRun(economy, { type: 'cancel_trade', userId: ANNA, tradeId: trade.id })
    confirm(economy, trade, BORIS, 0, [], 1)
    confirm(economy, trade, ANNA, coins, items, 1)
    expect(now(economy, trade)).toMatchObject({
      status: 'active',
      revision: 2,
      sides: [{ confirmation: 'seen' }, { confirmation: 'none' }],
    })
  })

  it('never completes with a blind confirmation', () => {
    const economy = friends()
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 5, [])
    confirm(economy, trade, BORIS, 0, [], 1)
    expect(now(economy, trade)).toMatchObject({ status: 'active', revision: 1 })
    confirm(economy, trade, ANNA, 5, [])
    expect(now(economy, trade).status).toBe('active')
    confirm(economy, trade, ANNA, 5, [], 1)
    expect(now(economy, trade).status).toBe('completed')
  })

  it('forgets the seen revision when the offer changes with a blind confirmation', () => {
    const economy = friends()
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 5, [], 0)
    confirm(economy, trade, ANNA, 6, [])
    confirm(economy, trade, BORIS, 0, [], 2)
    expect(now(economy, trade)).toMatchObject({ status: 'active', revision: 2 })
    confirm(economy, trade, ANNA, 6, [], 2)
    expect(now(economy, trade).status).toBe('completed')
  })

  it('withdraws the confirmation of a side that lacks something, and names it', () => {
    const economy = friends()
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 0, [[ORE, 10]], 0)
    const preferred = { currency: 'coin', price: 0 } as const
    const sale = { userId: ANNA, side: 'sell', itemId: ORE, price: 9, count: 3, mode: 'rest', preferred } as const
    mustRun(economy, { type: 'place_lot', ...sale })
    confirm(economy, trade, BORIS, 0, [], 1)
    expect(now(economy, trade).sides).toMatchObject([
      { userId: ANNA, confirmation: 'none', missing: [{ asset: ORE, count: 3 }] },
      { userId: BORIS, confirmation: 'seen', missing: [] },
    ])
    expect(confirm(economy, trade, ANNA, 0, [[ORE, 10]], 1).decision).toMatchObject({
      error: { code: 'not_enough_items', itemId: ORE, missing: 3 },
    })
    confirm(economy, trade, ANNA, 0, [[ORE, 7]], 1)
    expect(now(economy, trade).sides).toMatchObject([
      { confirmation: 'seen', missing: [] },
      { confirmation: 'none', missing: [] },
    ])
    confirm(economy, trade, BORIS, 0, [], 2)
    expect(now(economy, trade).status).toBe('completed')
  })

  it("checks balances before the other side's offer arrives", () => {
    const economy = friends()
    give(economy, BORIS, [[ORE, 2]])
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 0, [[ORE, 5]], 0)
    expect(confirm(economy, trade, BORIS, 0, [[ORE, 3]], 1).decision).toMatchObject({
      error: { code: 'not_enough_items', missing: 1 },
    })
    confirm(economy, trade, BORIS, 0, [[ORE, 2]], 1)
    confirm(economy, trade, ANNA, 0, [[ORE, 5]], 2)
    expect([free(economy, ANNA)[1], free(economy, BORIS)[1]]).toEqual([7, 5])
  })

  it('rejects equal offers, since nothing would change hands', () => {
    const economy = friends()
    give(economy, BORIS, [[ORE, 2]])
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 1, [[ORE, 2]], 0)
    const refused = { error: { code: 'empty_trade' } }
    expect(confirm(economy, trade, BORIS, 1, [[ORE, 2]], 1).decision).toMatchObject(refused)
    confirm(economy, trade, BORIS, 2, [[ORE, 2]], 1)
    expect(confirm(economy, trade, ANNA, 2, [[ORE, 2]], 2).decision).toMatchObject(refused)
    confirm(economy, trade, ANNA, 1, [[ORE, 2]], 2)
    expect(now(economy, trade).status).toBe('completed')
  })

  it('lets a player take back an offer without confirming, though nothing is left on either side', () => {
    const economy = friends()
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 5, [], 0)
    expect(confirm(economy, trade, ANNA, 0, [], undefined).decision.ok).toBe(true)
    expect(now(economy, trade)).toMatchObject({ status: 'active', sides: [{ offer: { coins: 0 } }, {}] })
    expect(confirm(economy, trade, BORIS, 0, [], 2).decision).toMatchObject({ error: { code: 'empty_trade' } })
  })

  it('rejects a balance above 2^53 − 1 without a change', () => {
    const economy = new SampleEconomy([ANNA, BORIS])
    give(economy, ANNA, [[ORE, AMOUNT_MAX - 1]])
    economy.world.account(BORIS).balances.set(ORE, { free: 10, held: 0 })
    mustRun(economy, { type: 'send_friend_invite', userId: ANNA, otherId: BORIS })
    mustRun(economy, { type: 'send_friend_invite', userId: BORIS, otherId: ANNA })
    const trade = openTrade(economy)
    confirm(economy, trade, BORIS, 0, [[ORE, 2]], 0)
    const before = now(economy, trade)
    expect(confirm(economy, trade, ANNA, 0, [], 1).decision).toMatchObject({ error: { code: 'amount_too_large' } })
    expect(now(economy, trade)).toBe(before)
  })

  it.each([
    ['nothing for nothing', 0, [], 'empty_trade'],
    ['an untradable item', 0, [[QUEST_LETTER, 1]], 'item_not_tradable'],
    ['an unknown item', 0, [[asItemId(777), 1]], 'unknown_item'],
    [
      'an item twice',
      0,
      [
        [ORE, 1],
        [ORE, 1],
      ],
      'invalid_count',
    ],
    ['no items of a type', 0, [[ORE, 0]], 'invalid_count'],
    ['a fraction of a coin', 0.5, [], 'invalid_count'],
    ['coins the player does not have', 101, [], 'not_enough_coins'],
    ['an item forty times', 0, Array.from({ length: 40 }, () => [ORE, 1] as const), 'invalid_count'],
    ['more than 40 types', 0, Array.from({ length: 41 }, () => [ORE, 1] as const), 'too_many_trade_items'],
  ] as const)('refuses %s', (_, coins, items, code) => {
    const economy = friends()
    const trade = openTrade(economy)
    expect(confirm(economy, trade, ANNA, coins, items, 0).decision).toMatchObject({ ok: false, error: { code } })
    expect(now(economy, trade)).toBe(trade)
  })

  it('lets a player withdraw their confirmation, and either side decline', () => {
    const economy = friends()
    const trade = openTrade(economy)
    confirm(economy, trade, ANNA, 5, [], 0)
    mustRun(economy, { type: 'cancel_trade', userId: ANNA, tradeId: trade.id })
    expect(now(economy, trade)).toMatchObject({
      revision: 1,
      sides: [{ confirmation: 'none', offer: { coins: 5 } }, {}],
    })
    mustRun(economy, { type: 'decline_trade', userId: BORIS, tradeId: trade.id })
    const ended = now(economy, trade)
    const refusal = { ok: false, error: { code: 'trade_ended', status: 'declined' } }
    expect(confirm(economy, trade, ANNA, 5, [], 1).decision).toEqual(refusal)
    for (const type of ['cancel_trade', 'decline_trade'] as const) {
      expect(economy.run({ type, userId: ANNA, tradeId: trade.id })).toEqual(refusal)
    }
    expect(now(economy, trade)).toBe(ended)
  })

  it('expires after a day, before any later command', () => {
    const economy = friends()
    const trade = openTrade(economy)
    economy.nowMs += TRADE_LIFE_MS
    expect(confirm(economy, trade, ANNA, 5, [], 0).decision).toMatchObject({ error: { status: 'expired' } })
    expect(now(economy, trade)).toMatchObject({ endedAtMs: trade.createdAtMs + TRADE_LIFE_MS })
    const next = openTrade(economy, BORIS)
    expect(next.id).not.toBe(trade.id)
    // Each command takes a millisecond: this one runs exactly then.
    economy.nowMs = next.expiresAtMs - 1
    mustRun(economy, { type: 'block_user', userId: ANNA, otherId: BORIS })
    expect(economy.world.trades.all().map(({ status }) => status)).toEqual(['expired', 'expired'])
  })

  it('is replaced by a new one when it expires, not before', () => {
    const economy = friends()
    const trade = openTrade(economy)
    // Each command takes a millisecond.
    economy.nowMs = trade.expiresAtMs - 2
    expect(openTrade(economy, BORIS)).toBe(trade)
    const next = openTrade(economy, BORIS)
    expect(next).toMatchObject({ createdAtMs: trade.expiresAtMs, status: 'active' })
    expect(next.id).not.toBe(trade.id)
    expect(now(economy, trade)).toMatchObject({ status: 'expired', endedAtMs: trade.expiresAtMs })
  })

  it('is hidden from other players', () => {
    const economy = friends()
    const trade = openTrade(economy)
    const stranger = economy.world.addAccount('00000000-0000-7000-9000-000000000003' as UserId).userId
    for (const type of ['cancel_trade', 'decline_trade'] as const) {
      expect(economy.run({ type, userId: stranger, tradeId: trade.id })).toMatchObject({
        error: { code: 'trade_not_found' },
      })
    }
    expect(confirm(economy, trade, stranger, 0, [], 0).decision).toMatchObject({ error: { code: 'trade_not_found' } })
  })
})

describe('every interleaving of two players', () => {
  it('never trades an offer a player has not seen, and lets careful players finish', () => {
    const { states, completed } = exploreTrades(3)
    expect(states).toBeGreaterThan(500)
    expect(completed).toBeGreaterThan(0)
  })
})
