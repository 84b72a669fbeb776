import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asCoins, asItemId, asQuantity, asUserId } from '../../core/numbers.ts'
import { asLotId, type Side } from './lot.ts'
import { matchOrder } from './matching.ts'
import { OrderBook } from './order-book.ts'
import { restingPrice, undercutPrice, type BestPrices } from './undercut.ts'

const ITEM = asItemId(1)
const [ANNA, BORIS] = [asUserId('anna'), asUserId('boris')]
const PRICES_MAX = 12
const side = fc.constantFrom<Side>('buy', 'sell')

/** An uncrossed book of own and other lots. */
const book = fc
  .array(fc.record({ side, price: fc.integer({ min: 1, max: PRICES_MAX }), isOwn: fc.boolean() }), { maxLength: 8 })
  .map((lots) => {
    const built = new OrderBook(ITEM)
    for (const [index, lot] of lots.entries()) {
      if (built.isCrossed(lot.side, asCoins(lot.price))) continue
      built.add({
        id: asLotId(String(index)),
        ownerId: lot.isOwn ? ANNA : BORIS,
        itemId: ITEM,
        side: lot.side,
        price: asCoins(lot.price),
        count: asQuantity(1),
        openCount: asQuantity(1),
        preferred: { currency: 'coin', price: lot.price },
        createdAtMs: index,
      })
    }
    return built
  })

function bestOf(of: OrderBook): BestPrices {
  return { buy: of.bestPrice('buy'), sell: of.bestPrice('sell') }
}

/** Whether a lot at this price would match any lot, including own ones. */
function meets(of: OrderBook, onSide: Side, price: number): boolean {
  const order = { userId: ANNA, side: onSide, price: asCoins(price), count: asQuantity(1) }
  const { matchedCount, ownLotId } = matchOrder(of, order)
  return matchedCount > 0 || ownLotId !== undefined
}

const betters = (onSide: Side, price: number, than: number) => (onSide === 'sell' ? price < than : price > than)

describe('the undercut price', () => {
  it.each([
    ['sell', 10, 20, 19, true],
    ['buy', 10, 20, 11, true],
    ['sell', 10, 11, 11, false],
    ['buy', 10, 11, 10, false],
    ['sell', undefined, 1, 1, false],
    ['buy', 1e12, undefined, 1e12, false],
  ] as const)('to %s between bids of %s and offers of %s is %d', (onSide, buy, sell, price, isFirst) => {
    const best = { buy: buy && asCoins(buy), sell: sell && asCoins(sell) }
    expect(undercutPrice(onSide, best)).toEqual({ price, isFirst })
  })

  it('is undefined for an empty side', () => {
    expect(undercutPrice('sell', { buy: asCoins(5), sell: undefined })).toBeUndefined()
  })

  it('never matches, and is first in the queue whenever any price is', () => {
    fc.assert(
      fc.property(book, side, (of, onSide) => {
        const standing = of.bestPrice(onSide)
        const undercut = undercutPrice(onSide, bestOf(of))
        expect(undercut === undefined).toBe(standing === undefined)
        if (undercut === undefined || standing === undefined) return
        expect(meets(of, onSide, undercut.price)).toBe(false)
        const firsts = Array.from({ length: PRICES_MAX + 2 }, (_, index) => index + 1).filter(
          (price) => betters(onSide, price, standing) && !meets(of, onSide, price),
        )
        expect(undercut.isFirst).toBe(firsts.length > 0)
        expect(undercut.isFirst ? firsts.includes(undercut.price) : undercut.price === standing).toBe(true)
        // Nothing is given away: there is no better price between it and the undercut one.
        expect(firsts.some((price) => betters(onSide, undercut.price, price))).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the resting price', () => {
  it('is the nearest to the requested price that does not match', () => {
    fc.assert(
      fc.property(book, side, fc.integer({ min: 1, max: PRICES_MAX }), (of, onSide, wished) => {
        const resting = restingPrice(onSide, asCoins(wished), bestOf(of))
        const possible = Array.from({ length: PRICES_MAX + 2 }, (_, index) => index + 1).filter(
          (price) => !meets(of, onSide, price),
        )
        const nearest = possible.toSorted((a, b) => Math.abs(a - wished) - Math.abs(b - wished)).at(0)
        expect(resting).toBe(nearest)
      }),
      { numRuns: 2_000 },
    )
  })
})
