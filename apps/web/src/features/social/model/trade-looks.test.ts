import type { Trade } from '@clutch/contract'
import { describe, expect, test } from 'vitest'
import { createMemoryStorage } from '#shared/storage/memory-storage.ts'
import { createTrade } from '#shared/testing/create-trade.ts'
import { EMPTY_OFFER } from './offers.ts'
import { TradeLooks } from './trade-looks.ts'

const trade = (revision: number, opponentCoins: number, change: Partial<Trade> = {}) =>
  createTrade({
    revision,
    jdoc: { user_1: { coins: 0, items: {} }, user_2: { coins: opponentCoins, items: {} } },
    ...change,
  })
const coins = (amount: number) => ({ ...EMPTY_OFFER, coins: amount })

describe('what changed in a trade', () => {
  test('is marked against what the player saw first until they confirm', () => {
    const looks = new TradeLooks(createMemoryStorage())
    looks.note(trade(0, 0))
    looks.note(trade(1, 5))
    looks.note(trade(2, 7))
    looks.note(trade(2, 7))
    expect(looks.lookAt(trade(2, 7))).toMatchObject({ looked: coins(0), latest: coins(7) })
    looks.confirmSeen(trade(2, 7), coins(7))
    looks.note(trade(3, 9))
    expect(looks.lookAt(trade(3, 9))).toMatchObject({ looked: coins(7), latest: coins(9) })
  })

  test('locks the confirmation for three seconds from when it became known, and again with each change', () => {
    let nowMs = 10_000
    const looks = new TradeLooks(createMemoryStorage(), () => nowMs)
    const lockOf = () => looks.lookAt(trade(0, 0))?.lockedUntilMs
    looks.note(trade(0, 0))
    expect(lockOf()).toBe(0)
    looks.note(trade(1, 5))
    nowMs = 12_000
    looks.note(trade(1, 5))
    expect(lockOf()).toBe(13_000)
    // The player's own change is a revision, too.
    looks.note(trade(2, 5))
    expect(lockOf()).toBe(13_000)
    looks.note(trade(3, 6))
    expect(lockOf()).toBe(15_000)
  })

  test('survives a reload, separately for two players of one browser', () => {
    const storage = createMemoryStorage()
    const before = new TradeLooks(storage)
    before.note(trade(0, 0))
    before.note(trade(1, 5))
    const after = new TradeLooks(storage)
    expect(after.lookAt(trade(1, 5))).toEqual(before.lookAt(trade(1, 5)))
    expect(after.lookAt(trade(1, 5, { me: 'user_2' }))).toBeUndefined()
  })

  test('is nothing that an older revision brings back', () => {
    const looks = new TradeLooks(createMemoryStorage())
    looks.note(trade(4, 9))
    looks.note(trade(3, 2))
    expect(looks.lookAt(trade(4, 9))).toMatchObject({ latest: coins(9), revision: 4 })
  })

  test('is forgotten when the trade has ended, and of hundreds the one that was longest quiet', () => {
    const storage = createMemoryStorage()
    const looks = new TradeLooks(storage)
    looks.note(trade(1, 5))
    looks.note(trade(1, 5, { trade_status: 'completed' }))
    expect(looks.lookAt(trade(1, 5))).toBeUndefined()
    for (let index = 0; index <= 300; index += 1) looks.note(trade(1, 5, { id: String(index) }))
    expect(looks.lookAt(trade(1, 5, { id: '0' }))).toBeUndefined()
    expect(looks.lookAt(trade(1, 5, { id: '1' }))).toBeDefined()
  })

  test.each(['nonsense', '{}', '[["a",{}]]', '[["a",{"looked":1}]]'])('is not read from %s', (saved) => {
    const storage = createMemoryStorage()
    storage.setItem('trade-looks', saved)
    expect(new TradeLooks(storage).lookAt(trade(0, 0))).toBeUndefined()
  })
})
