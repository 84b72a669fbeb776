import { describe, expect, it } from 'vitest'
import { COINS } from '../../core/ledger/accounts.ts'
import { asItemId } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy, userNumber } from '../../../testing/fixture.ts'
import { CRATE, HERB, LUCKY_BAG, NOTHING, ORE } from '../../../testing/sample-recipes.ts'
import type { PostServerTransaction } from './server-transactions.ts'

const [ANNA, BORIS] = [userNumber(1), userNumber(2)]
const KEY = '01890000-0000-7000-8000-00000000aaaa'

type Given = Partial<Omit<PostServerTransaction, 'type'>>

/** An economy in which the transactions that commands name are loaded. */
function open() {
  const economy = new SampleEconomy([ANNA, BORIS])
  const { transactions, keys } = economy.world.serverTransactions
  keys.set(KEY, undefined)
  return {
    economy,
    balance: (asset: typeof COINS) => economy.world.balanceOf(ANNA, asset).free,
    version: () => economy.world.versionOf(ANNA),
    result: (id: string) => transactions.get(`${KEY}/${id}` as never)?.result,
    post: (transactionId: string, given: Given) =>
      economy.run({
        type: 'post_server_transaction',
        userId: ANNA,
        keyId: KEY,
        transactionId,
        requestHash: 'hash',
        kind: 'quest_drop',
        coins: 0,
        items: [],
        ceilings: {},
        ...given,
      }),
  }
}

const DAY_MS = 86_400_000

const give = (itemId: typeof ORE, delta: number) => ({ items: [{ itemId, delta }] })

describe('a transaction of the game’s server', () => {
  it('gives and takes as one operation, with bundles opened', () => {
    const { economy, post, result, balance } = open()
    post('1', { coins: 50, items: [{ itemId: CRATE, delta: 2 }] })
    expect(result('1')).toMatchObject({
      version: 1,
      items: [
        { itemId: ORE, change: 20, free: 20 },
        { itemId: HERB, change: 4, free: 4 },
      ],
      coins: { change: 50, free: 50 },
    })
    const outcome = post('2', { coins: -20, items: [{ itemId: ORE, delta: -5 }] })
    expect(outcome.ok && outcome.value.map(({ type }) => type)).toEqual(['ledger_posted', 'server_transaction_posted'])
    expect([balance(COINS), balance(ORE)]).toEqual([30, 15])
    expect(findViolations(economy.world)).toEqual([])
  })

  it('changes nothing when its id was posted before, and conflicts with another request', () => {
    const { post, balance } = open()
    post('1', give(ORE, 3))
    expect(post('1', give(ORE, 3))).toEqual({ ok: true, value: [] })
    expect(post('1', { ...give(ORE, 3), requestHash: 'other' })).toMatchObject({
      error: { code: 'idempotency_conflict' },
    })
    expect(balance(ORE)).toBe(3)
  })

  it.each([
    ['more items than there are', give(ORE, -4), 'not_enough_items'],
    ['more coins than there are', { coins: -1 }, 'not_enough_coins'],
    ['an unknown item', give(asItemId(77), 1), 'unknown_item'],
    ['an unknown item that nobody has', give(asItemId(77), -1), 'unknown_item'],
    ['a bundle to take', give(CRATE, -1), 'item_opens'],
    ['a change of nothing', give(ORE, 0), 'invalid_count'],
    ['too many draws', give(LUCKY_BAG, 1_000_001), 'amount_too_large'],
    ['another version', { ...give(ORE, 1), expectedVersion: 7 }, 'version_mismatch'],
  ])('with %s is rejected whole and leaves its id unused', (_, given: Given, code) => {
    const { post, balance, version } = open()
    post('1', give(ORE, 3))
    const both = { ...given, coins: given.coins ?? 5 }
    expect(post('2', both)).toMatchObject({ ok: false, error: { code } })
    expect([balance(ORE), balance(COINS), version()]).toEqual([3, 0, 1])
    expect(post('2', give(ORE, 1)).ok).toBe(true)
  })

  it('cannot pay with what it gives', () => {
    const { post } = open()
    const items = [CRATE, ORE].map((itemId) => ({ itemId, delta: itemId === ORE ? -1 : 1 }))
    expect(post('1', { items })).toMatchObject({ error: { code: 'not_enough_items' } })
  })

  it('that draws nothing is recorded without an operation', () => {
    const { post, result } = open()
    post('1', give(NOTHING, 1))
    expect(result('1')).toEqual({ operationId: undefined, version: 0, items: [], coins: { change: 0, free: 0 } })
  })

  it('counts what it gives against the ceilings of its key, and nothing else', () => {
    const { post } = open()
    const ceilings = { coins: 10, unitsPerItem: 20 }
    expect(post('1', { coins: 10, ...give(CRATE, 2), ceilings }).ok).toBe(true)
    expect(post('2', { coins: 1, ceilings })).toMatchObject({ error: { code: 'ceiling_reached' } })
    expect(post('3', { ...give(CRATE, 1), ceilings })).toMatchObject({ error: { code: 'ceiling_reached' } })
    expect(post('4', { coins: -10, ...give(ORE, -20), ceilings }).ok).toBe(true)
    expect(post('5', { ...give(HERB, 16), ceilings }).ok).toBe(true)
  })

  it('keeps counting in the later day when the clock is set back over midnight', () => {
    const { economy, post } = open()
    const ceilings = { coins: 10 }
    economy.nowMs = 9 * DAY_MS
    expect(post('1', { coins: 10, ceilings }).ok).toBe(true)
    economy.nowMs -= DAY_MS
    expect(post('2', { coins: 1, ceilings })).toMatchObject({ error: { code: 'ceiling_reached' } })
    economy.nowMs += 2 * DAY_MS
    expect(post('3', { coins: 10, ceilings }).ok).toBe(true)
  })

  it('notifies the player of a grant by customer support', () => {
    const { post } = open()
    const types = (outcome: ReturnType<typeof post>) => (outcome.ok ? outcome.value.map(({ type }) => type) : [])
    expect(types(post('1', { kind: 'customer_support', coins: 5 }))).toContain('notification_added')
    expect(types(post('2', { kind: 'customer_support', coins: -5 }))).not.toContain('notification_added')
  })
})

describe('a player’s version', () => {
  it('grows with every change, those between free and held included', () => {
    const { economy, post, version } = open()
    post('1', give(ORE, 9))
    expect(version()).toBe(1)
    economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 5, items: [] })
    expect(version()).toBe(2)
    economy.run({ type: 'consume', userId: ANNA, asset: ORE, count: 1 })
    expect(version()).toBe(3)
    expect(economy.world.versionOf(BORIS)).toBe(0)
  })
})
