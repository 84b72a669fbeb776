import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterPurchase, afterSale, NO_TRADES, type CostBasis } from './cost-basis.ts'

interface Trade {
  readonly isPurchase: boolean
  readonly count: number
  readonly coins: number
}

const AMOUNT_MAX = 2 ** 53 - 1

function basisOf(trades: readonly Trade[]): CostBasis {
  return trades.reduce(
    (basis, { isPurchase, count, coins }) =>
      isPurchase ? afterPurchase(basis, count, coins) : afterSale(basis, count, coins),
    NO_TRADES,
  )
}

const buy = (count: number, coins: number): Trade => ({ isPurchase: true, count, coins })
const sell = (count: number, coins: number): Trade => ({ isPurchase: false, count, coins })

/** Exact reference with fractions over a common denominator. */
class ExactBasis {
  heldCount = 0n
  heldCost = 0n
  profit = 0n
  other = 0n
  #denominator = 1n

  trade({ isPurchase, count, coins }: Trade): void {
    const [items, amount] = [BigInt(count), BigInt(coins)]
    if (isPurchase) {
      this.heldCount += items
      this.heldCost += amount * this.#denominator
      return
    }
    const atCost = items < this.heldCount ? items : this.heldCount
    if (atCost > 0n) this.#multiply(items * this.heldCount)
    const received = amount * this.#denominator
    const cost = atCost === 0n ? 0n : (this.heldCost / this.heldCount) * atCost
    const proceeds = (received / items) * atCost
    this.heldCount -= atCost
    this.heldCost -= cost
    this.profit += proceeds - cost
    this.other += received - proceeds
  }

  /** Distance between a whole number and an exact one, in coins, rounded up. */
  distance(exact: bigint, whole: number): bigint {
    const difference = exact - BigInt(whole) * this.#denominator
    const size = difference < 0n ? -difference : difference
    return (size + this.#denominator - 1n) / this.#denominator
  }

  #multiply(factor: bigint): void {
    this.#denominator *= factor
    this.heldCost *= factor
    this.profit *= factor
    this.other *= factor
  }
}

const trades = (coinsMax: number) =>
  fc.array(
    fc.record({
      isPurchase: fc.boolean(),
      count: fc.integer({ min: 1, max: 40 }),
      coins: fc.integer({ min: 0, max: coinsMax }),
    }),
    { maxLength: 30 },
  )

describe('realised profit by perpetual average cost', () => {
  it('is the proceeds of a sale less the average cost of the items sold', () => {
    expect(basisOf([buy(10, 100), buy(10, 300), sell(5, 200)])).toEqual({
      heldCount: 15,
      heldCost: 300,
      realisedProfit: 100,
      otherProceeds: 0,
    })
  })

  it('depends on the order of trades: a later purchase does not change an earlier sale', () => {
    expect(basisOf([buy(1, 10), sell(1, 50), buy(1, 90)]).realisedProfit).toBe(40)
    expect(basisOf([sell(1, 50), buy(1, 10)])).toEqual({
      heldCount: 1,
      heldCost: 10,
      realisedProfit: 0,
      otherProceeds: 50,
    })
  })

  it('lists proceeds of items never bought separately', () => {
    expect(basisOf([buy(2, 20), sell(5, 100)])).toEqual({
      heldCount: 0,
      heldCost: 0,
      realisedProfit: 20,
      otherProceeds: 60,
    })
  })

  it('conserves coins: proceeds less costs equal profit and other proceeds less held cost', () => {
    fc.assert(
      fc.property(trades(1_000_000), (of) => {
        const { heldCost, realisedProfit, otherProceeds } = basisOf(of)
        const sum = (isPurchase: boolean) =>
          of.reduce((coins, trade) => coins + (trade.isPurchase === isPurchase ? trade.coins : 0), 0)
        expect(realisedProfit + otherProceeds - heldCost).toBe(sum(false) - sum(true))
      }),
    )
  })

  it.each([1_000, 2 ** 47])('is exact to one coin per sale, up to %d coins a trade', (coinsMax) => {
    fc.assert(
      fc.property(trades(coinsMax), (of) => {
        const exact = new ExactBasis()
        for (const trade of of) exact.trade(trade)
        const basis = basisOf(of)
        const sales = BigInt(of.filter(({ isPurchase }) => !isPurchase).length)
        expect(BigInt(basis.heldCount)).toBe(exact.heldCount)
        expect(exact.distance(exact.heldCost, basis.heldCost)).toBeLessThanOrEqual(sales)
        expect(exact.distance(exact.profit, basis.realisedProfit)).toBeLessThanOrEqual(sales)
        expect(exact.distance(exact.other, basis.otherProceeds)).toBeLessThanOrEqual(sales)
      }),
    )
  })

  it('computes exact shares of the largest amounts', () => {
    const count = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(count, count, fc.integer({ min: 2 ** 52, max: AMOUNT_MAX }), (bought, sold, paid) => {
        const cost = (BigInt(paid) * BigInt(Math.min(sold, bought))) / BigInt(bought)
        expect(basisOf([buy(bought, paid), sell(sold, 0)]).heldCost).toBe(paid - Number(cost))
      }),
    )
  })

  it('is capped at 2^53 − 1', () => {
    const rich = basisOf([buy(1_000_000, AMOUNT_MAX), buy(1_000_000, AMOUNT_MAX)])
    expect([rich.heldCount, rich.heldCost]).toEqual([2_000_000, AMOUNT_MAX])
    expect(afterSale(rich, 1, 1).heldCost).toBe(AMOUNT_MAX - Math.floor(AMOUNT_MAX / 2_000_000))
  })
})
