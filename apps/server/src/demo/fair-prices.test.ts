import { rmSync } from 'node:fs'
import { loadContentPack } from '@clutch/content'
import { HOUR_MS } from '@clutch/contract/formats'
import { rngFromText } from '@clutch/economy'
import { beforeAll, describe, expect, it } from 'vitest'
import { FIRST_ITEM_ID, makePack } from '../../tests/support/make-pack.ts'
import { FairPrices } from './fair-prices.ts'
import { listTradedItems, type TradedItem } from './traders.ts'

const START_MS = 1_795_000_000_000

let items: readonly TradedItem[]
let referenceCoins: number
beforeAll(async () => {
  const folder = makePack({ items: 2, starterCoins: 0, starterCount: 1 })
  const loaded = await loadContentPack(folder)
  rmSync(folder, { recursive: true })
  items = loaded.ok ? listTradedItems(loaded.pack) : []
  referenceCoins = items[0]?.referenceCoins ?? 0
})

/** Hourly prices of an item. */
function walk(seed: string, hours: number): number[] {
  const prices = new FairPrices(items, rngFromText(seed))
  return Array.from({ length: hours }, (_, hour) => {
    prices.moveTo(START_MS + hour * HOUR_MS)
    return prices.of(FIRST_ITEM_ID)
  })
}

describe('the fair price of an item', () => {
  it('is the same for the same seed', () => {
    expect(walk('a', 200)).toEqual(walk('a', 200))
    expect(walk('a', 200)).not.toEqual(walk('b', 200))
  })

  it('does not depend on how often it is updated', () => {
    const [often, once] = ['x', 'x'].map((seed) => new FairPrices(items, rngFromText(seed)))
    for (let hour = 0; hour <= 48; hour += 1) often?.moveTo(START_MS + hour * HOUR_MS)
    once?.moveTo(START_MS)
    once?.moveTo(START_MS + 48 * HOUR_MS)
    expect(often?.of(FIRST_ITEM_ID)).toBe(once?.of(FIRST_ITEM_ID))
  })

  it('moves, and stays near the reference value over ninety days', () => {
    const prices = walk('long', 90 * 24)
    expect(new Set(prices).size).toBeGreaterThan(1_000)
    expect(Math.min(...prices)).toBeGreaterThan(referenceCoins / 3)
    expect(Math.max(...prices)).toBeLessThan(referenceCoins * 3)
  })

  it('is one coin for unknown items', () => {
    expect(new FairPrices([], rngFromText('a')).of(7)).toBe(1)
  })
})
