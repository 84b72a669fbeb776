import {
  asItemId,
  asTradeId,
  asUserId,
  rngFromText,
  type Confirmation,
  type Trade,
  type TradeOffer,
} from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { answerTrade, type TradeBench } from './answer-trade.ts'

const [PLAYER, TRADER] = [asUserId('1'), asUserId('2')]
const [ORE, INGOT] = [asItemId(1), asItemId(2)]
const PRICES = new Map([
  [ORE, 10],
  [INGOT, 40],
])
const NOTHING: TradeOffer = { coins: 0, items: [] }
const bench = (coins: number, ingots = 20): TradeBench => ({
  coins,
  stock: [{ itemId: INGOT, count: ingots }],
  valueOf: (itemId) => PRICES.get(itemId),
  fairOf: () => 1,
})

function trade(theirs: TradeOffer, own: TradeOffer = NOTHING, confirmation: Confirmation = 'seen'): Trade {
  return {
    id: asTradeId('t'),
    sides: [
      { userId: PLAYER, offer: theirs, confirmation, missing: [] },
      { userId: TRADER, offer: own, confirmation: 'none', missing: [] },
    ],
    creatorId: PLAYER,
    status: 'active',
    revision: 1,
    version: 1,
    createdAtMs: 0,
    expiresAtMs: 1,
    endedAtMs: 0,
  }
}

const answer = (given: Trade, purse = bench(1_000)) => answerTrade(given, TRADER, purse, rngFromText('a'))

describe('a demo trader who is offered a trade', () => {
  it('pays slightly less than fair value for goods', () => {
    expect(answer(trade({ coins: 0, items: [{ itemId: ORE, count: 20 }] }))).toEqual({
      kind: 'confirm',
      offer: { coins: 190, items: [] },
    })
  })

  it('gives goods worth no more than the offered coins', () => {
    expect(answer(trade({ coins: 200, items: [] }))).toEqual({
      kind: 'confirm',
      offer: { coins: 0, items: [{ itemId: INGOT, count: 4 }] },
    })
  })

  it('accepts an offer that is about fair without asking for more', () => {
    const own = { coins: 190, items: [] }
    expect(answer(trade({ coins: 0, items: [{ itemId: ORE, count: 18 }] }, own))).toEqual({
      kind: 'confirm',
      offer: own,
    })
  })

  it('makes a new offer when the other side reduces its offer', () => {
    const own = { coins: 190, items: [] }
    expect(answer(trade({ coins: 0, items: [{ itemId: ORE, count: 10 }] }, own))).toMatchObject({
      offer: { coins: 95 },
    })
  })

  it('waits until the other side has offered and confirmed something', () => {
    expect(answer(trade(NOTHING))).toEqual({ kind: 'wait' })
    expect(answer(trade({ coins: 9, items: [] }, NOTHING, 'none'))).toEqual({ kind: 'wait' })
  })

  it('declines when they have nothing to give', () => {
    expect(answer(trade({ coins: 200, items: [] }), bench(1_000, 0))).toEqual({ kind: 'decline' })
    expect(answer(trade({ coins: 0, items: [{ itemId: ORE, count: 20 }] }), bench(0))).toEqual({ kind: 'decline' })
  })
})
