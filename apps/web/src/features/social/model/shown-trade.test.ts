import type { Trade } from '@clutch/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTrade } from '#shared/testing/create-trade.ts'
import { EMPTY_OFFER } from './offers.ts'
import { isOvertaken, withTrade } from './open-trades.ts'
import { closeTrade, openTrade, shownTrade, updateShownTrade } from './social-store.ts'
import { draftOf, persistDraft } from './trade-drafts.ts'

const trade = (version: number, change: Partial<Trade> = {}) =>
  createTrade({
    version,
    jdoc: { user_1: { coins: version, items: {} }, user_2: { coins: 0, items: {} } },
    ...change,
  })

describe('the trade that is shown', () => {
  beforeEach(() => openTrade(trade(3)))

  const ended = trade(5, { trade_status: 'declined' })
  test.each([
    ['a newer state', trade(4), trade(4)],
    ['the same with another name', trade(3, { opponent_name: 'Bo' }), trade(3, { opponent_name: 'Bo' })],
    ['its end', ended, ended],
    ['not an older state that was overtaken', trade(2, { revision: 3, my_status: 'confirmed' }), trade(3)],
    ['not another trade', trade(9, { id: '01890000-0000-7000-8000-000000000003' }), trade(3)],
  ])('becomes %s', (_what, update, shown) => {
    updateShownTrade(update)
    expect(shownTrade()).toEqual(shown)
  })

  test('stays ended, and closed', () => {
    updateShownTrade(ended)
    updateShownTrade(trade(4))
    expect(shownTrade()).toEqual(ended)
    closeTrade()
    updateShownTrade(trade(4))
    expect(shownTrade()).toBeUndefined()
  })
})

describe('a state of a trade', () => {
  const other = trade(9, { id: '01890000-0000-7000-8000-000000000003' })

  test.each([
    ['a later one', true, trade(4)],
    ['the same', false, trade(3)],
    ['an earlier one', false, trade(2)],
    ['one of another trade', false, other],
    ['none', false, undefined],
  ])('next to %s is outdated: %s', (_what, expected, known) => {
    expect(isOvertaken(trade(3), [known])).toBe(expected)
    expect(isOvertaken(trade(3), [undefined, other, known])).toBe(expected)
  })

  test('takes the place of those before, newest trades first, and leaves the list with its end', () => {
    expect(withTrade([trade(2)], other)).toEqual([other, trade(2)])
    expect(withTrade([other, trade(2)], trade(3))).toEqual([other, trade(3)])
    expect(withTrade([other, trade(2)], trade(3, { trade_status: 'completed' }))).toEqual([other])
  })
})

test('an offer equal to the one in the trade is not a draft', () => {
  persistDraft(trade(3), { ...EMPTY_OFFER, coins: 7 })
  expect(draftOf(trade(3))).toEqual({ ...EMPTY_OFFER, coins: 7 })
  expect(draftOf(trade(3, { me: 'user_2' }))).toBeUndefined()
  persistDraft(trade(3), { ...EMPTY_OFFER, coins: 3 })
  expect(draftOf(trade(3))).toBeUndefined()
})
