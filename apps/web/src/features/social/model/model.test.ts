import { createEvent, decodeBatch, encodeBatch } from '@clutch/contract/live'
import { describe, expect, test } from 'vitest'
import { balanceSpans, compareValues, valueOf } from './fair-value.ts'
import { toTrade } from './live-trade.ts'
import { changedItems, EMPTY_OFFER, isSameOffer, offersOf, toOffer, toTradeItem, withItem } from './offers.ts'
import { RecentDeclines } from './recent-declines.ts'
import { findSimilar, looksLike } from './similar-names.ts'

describe('an offer', () => {
  test('keeps its items in order, one entry each, without zeros', () => {
    const offer = withItem(withItem(withItem(EMPTY_OFFER, 7, 2), 3, 1), 7, 5)
    expect(offer.items).toEqual([
      { itemId: 3, count: 1 },
      { itemId: 7, count: 5 },
    ])
    expect(withItem(offer, 3, 0).items).toEqual([{ itemId: 7, count: 5 }])
    expect(isSameOffer(toOffer(toTradeItem(offer)), offer)).toBe(true)
  })

  test('sends no coins below one', () => {
    expect(toTradeItem({ coins: 0.5, items: [] }).coins).toBe(0)
  })

  test('names what changed, with the count before', () => {
    const before = { coins: 0, items: [{ itemId: 3, count: 1 }] }
    const after = { coins: 0, items: [{ itemId: 7, count: 2 }] }
    expect([...changedItems(before, after)]).toEqual([
      [3, 1],
      [7, 0],
    ])
  })
})

describe('a trade that comes live', () => {
  const live = (isUser1: boolean) => {
    const value = {
      id: 'trade',
      tradeStatus: 'completed',
      myStatus: 'confirmed',
      opponentStatus: 'pending',
      opponentUuid: 'boris',
      opponentName: 'Boris',
      jdoc: { user1: { coins: 5n, items: {} }, user2: { coins: 0n, items: { 3: 2n } } },
      me: isUser1 ? 'user_1' : 'user_2',
      isCreator: false,
      revision: 4n,
      createdAt: 1n,
      expiresAt: 86_401n,
      endedAt: 2n,
      myMissing: [],
      opponentMissing: [{ itemId: 3n, count: 1n }],
    }
    const event = createEvent({ timestampMs: 1, eventId: 'e', payload: { case: 'tradeChanged', value } })
    const [decoded] = decodeBatch(encodeBatch([event])).events
    if (decoded?.payload.case !== 'tradeChanged') throw new Error('Another event')
    return toTrade(decoded.payload.value)
  }

  test('is the player’s own side and the other’s, whichever of the two he is', () => {
    const [coins, items] = [
      { coins: 5, items: [] },
      { coins: 0, items: [{ itemId: 3, count: 2 }] },
    ]
    expect(offersOf(live(true))).toEqual({ own: coins, theirs: items })
    expect(offersOf(live(false))).toEqual({ own: items, theirs: coins })
    expect(live(true)).toMatchObject({
      trade_status: 'completed',
      my_status: 'confirmed',
      opponent_status: 'pending',
      opponent_name: 'Boris',
      revision: 4,
      created_at: 1,
      expires_at: 86_401,
      ended_at: 2,
      my_missing: [],
      opponent_missing: [{ item_id: 3, count: 1 }],
    })
  })
})

describe('a fair value', () => {
  const prices = new Map([[3, 10]])

  test('is unknown, never less, where a price is missing', () => {
    expect(valueOf({ coins: 5, items: [{ itemId: 3, count: 2 }] }, prices)).toBe(25)
    expect(valueOf({ coins: 5, items: [{ itemId: 4, count: 2 }] }, prices)).toBeUndefined()
    expect(valueOf({ coins: 5, items: [{ itemId: 3, count: 2 }] }, undefined)).toBeUndefined()
  })

  test.each([
    [100, 76, -24, false],
    [100, 75, -25, true],
    [75, 100, 25, true],
    [0, 0, 0, false],
  ])('%i for %i differs by %i', (own, theirs, difference, isUneven) => {
    expect(compareValues(own, theirs)).toMatchObject({ difference, isUneven })
  })

  test('is not compared with what is unknown', () => {
    expect(compareValues(1, undefined)).toEqual({ difference: undefined, percent: undefined, isUneven: false })
  })

  test('is drawn as shares of a bar, the own one first, unless one is unknown or both are nothing', () => {
    expect(balanceSpans(100, 300)).toEqual([
      { from: 0, to: 0.25, tone: 'loss' },
      { from: 0.25, to: 1, tone: 'gain' },
    ])
    expect([balanceSpans(1, undefined), balanceSpans(undefined, 1), balanceSpans(0, 0)]).toEqual(
      Array.from({ length: 3 }),
    )
  })
})

describe('names', () => {
  test.each([
    ['Anna', 'Аnnа'],
    ['Boris', 'B0ris'],
    ['Rurik Brassthumb', 'Rurik_Brasthumb'],
    ['Illya', 'lllya'],
    ['Marn', 'Mam'],
    ['José', 'Jose'],
    ['Boris', 'Borys'],
    ['☆ ', '☆'],
  ])('%s looks like %s', (one, other) => {
    expect(looksLike(one, other)).toBe(true)
  })

  test.each([
    ['Anna', 'Anne'],
    ['Boris', 'Clara'],
    ['Mothwing', 'Moth'],
    ['☆', '★☆'],
    ['^_^', '>_<'],
  ])('%s does not look like %s', (one, other) => {
    expect(looksLike(one, other)).toBe(false)
  })

  test('are compared with those of others alone', () => {
    const [anna, other] = [
      { user_uuid: '1', name: 'Anna' },
      { user_uuid: '2', name: 'Аnnа' },
    ]
    expect([findSimilar(anna, [anna]), findSimilar(anna, [anna, other])]).toEqual([undefined, other.name])
  })

  test('that were just turned down are remembered for a while, of another player', () => {
    let nowMs = 0
    const declines = new RecentDeclines(() => nowMs)
    declines.note('1', 'Anna')
    expect([declines.isNameOfAnother('1', 'Anna'), declines.isNameOfAnother('2', 'ANNA')]).toEqual([false, true])
    nowMs = 16 * 60_000
    expect(declines.isNameOfAnother('2', 'Anna')).toBe(false)
  })
})
