import type { Trade } from '@clutch/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTrade } from '#shared/testing/create-trade.ts'
import { EMPTY_OFFER } from './offers.ts'
import { closeTrade, openTrade, shownTrade, updateShownTrade } from './social-store.ts'
import { draftOf, keepDraft } from './trade-drafts.ts'

const trade = (revision: number, change: Partial<Trade> = {}) =>
  createTrade({
    revision,
    jdoc: { user_1: { coins: revision, items: {} }, user_2: { coins: 0, items: {} } },
    ...change,
  })

describe('the trade that is shown', () => {
  beforeEach(() => openTrade(trade(3)))

  const ended = trade(3, { trade_status: 'declined' })
  test.each([
    ['a newer revision', trade(4), trade(4)],
    ['a confirmation of the same revision', trade(3, { my_status: 'confirmed' }), trade(3, { my_status: 'confirmed' })],
    ['its end', ended, ended],
    ['not an older revision that was overtaken', trade(2), trade(3)],
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

test('an offer that is as it stands in the trade is no draft', () => {
  keepDraft(trade(3), { ...EMPTY_OFFER, coins: 7 })
  expect(draftOf(trade(3))).toEqual({ ...EMPTY_OFFER, coins: 7 })
  expect(draftOf(trade(3, { me: 'user_2' }))).toBeUndefined()
  keepDraft(trade(3), { ...EMPTY_OFFER, coins: 3 })
  expect(draftOf(trade(3))).toBeUndefined()
})
