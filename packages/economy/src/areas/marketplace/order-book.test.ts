import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asCoins, asItemId, asQuantity, asUserId } from '../../core/numbers.ts'
import { asLotId, type Lot, type Side } from './lot.ts'
import { OrderBook } from './order-book.ts'

function lot(id: number, side: Side, price: number, count = 1): Lot {
  return {
    id: asLotId(String(id)),
    ownerId: asUserId('owner'),
    itemId: asItemId(1),
    side,
    price: asCoins(price),
    count: asQuantity(count),
    openCount: asQuantity(count),
    preferred: { currency: 'coin', price },
    createdAtMs: id,
  }
}

describe('the order book', () => {
  it('reports the best price of each side', () => {
    const book = new OrderBook(asItemId(1))
    for (const [id, price] of [5, 9, 7].entries()) book.add(lot(id, 'buy', price))
    for (const [id, price] of [15, 11, 13].entries()) book.add(lot(10 + id, 'sell', price))
    expect([book.bestPrice('buy'), book.bestPrice('sell')]).toEqual([9, 11])
    book.remove(asLotId('1'))
    book.fill(asLotId('11'), asQuantity(1))
    expect([book.bestPrice('buy'), book.bestPrice('sell')]).toEqual([7, 13])
  })

  it('sums a price level and lists levels best first', () => {
    const book = new OrderBook(asItemId(1))
    book.add(lot(1, 'sell', 10, 4))
    book.add(lot(2, 'sell', 12, 1))
    book.add(lot(3, 'sell', 10, 3))
    book.fill(asLotId('1'), asQuantity(2))
    expect(book.depth('sell')).toEqual([
      { price: 10, count: 5 },
      { price: 12, count: 1 },
    ])
  })

  it('keeps its levels sorted through any mix of adding and removing', () => {
    const change = fc.record({
      id: fc.nat(40),
      price: fc.integer({ min: 1, max: 300 }),
      side: fc.constantFrom<Side>('buy', 'sell'),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
        const book = new OrderBook(asItemId(1))
        const naive = new Map<number, Lot>()
        for (const { id, price, side } of changes) {
          if (naive.delete(id)) {
            book.remove(asLotId(String(id)))
          } else {
            const added = lot(id, side, price)
            naive.set(id, added)
            book.add(added)
          }
          for (const each of ['buy', 'sell'] as const) {
            const prices = new Set(
              [...naive.values()].filter((entry) => entry.side === each).map((entry) => entry.price),
            )
            const sorted = [...prices].toSorted((a, b) => (each === 'sell' ? a - b : b - a))
            expect(book.depth(each).map((level) => level.price)).toEqual(sorted)
            expect(book.bestPrice(each)).toBe(sorted[0])
          }
        }
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('removes levels emptied by thousands of cancels', () => {
    const book = new OrderBook(asItemId(1))
    for (let id = 1; id <= 5_000; id += 1) book.add(lot(id, 'buy', id))
    for (let id = 1; id < 5_000; id += 1) book.remove(asLotId(String(id)))
    expect(book.depth('buy')).toEqual([{ price: 5_000, count: 1 }])
    expect(book.size).toBe(1)
  })
})
