import { rngFromText } from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { DAY_SEC } from '@clutch/contract/formats'
import { findClosedGroups, type Sale } from './closed-groups.ts'
import { concentrationOf, wealthClassOf } from './concentration.ts'
import { findOutliers } from './outliers.ts'
import { chainIndex } from './price-index.ts'
import { reckonDay, type DaySums, type PairHour } from './reckon-day.ts'
import { findGiftTrades, findRoundTrades } from './suspicions.ts'

const trades = (prices: Readonly<Record<number, readonly [coins: number, count: number]>>) =>
  new Map(Object.entries(prices).map(([id, [coins, count]]) => [Number(id), { coins, count }]))

describe('the price index', () => {
  it.each([
    ['stays where nothing can be compared', { 1: [10, 1] }, { 2: [10, 1] }, 100],
    ['follows a price that rises by half', { 1: [10, 1] }, { 1: [15, 1] }, 150],
    ['counts a price a hundred times as high as twice as high', { 1: [10, 1] }, { 1: [1_000, 1] }, 200],
    ['counts a price that collapses as half', { 1: [10, 1] }, { 1: [1, 100] }, 50],
    ['weighs items by what was traded of them', { 1: [300, 3], 2: [1, 1] }, { 1: [300, 3], 2: [3, 1] }, 100.46],
  ] as const)('%s', (_, before, today, index) => {
    expect(chainIndex(100, trades(before), trades(today))).toBeCloseTo(index, 2)
  })

  it('returns to its value when prices do', () => {
    const [low, high] = [trades({ 1: [10, 1] }), trades({ 1: [17, 1] })]
    expect(chainIndex(chainIndex(100, low, high), high, low)).toBeCloseTo(100, 10)
  })
})

const together = (amounts: readonly number[]) =>
  [...Map.groupBy(amounts, wealthClassOf)]
    .toSorted(([a], [b]) => a - b)
    .map(([, ofClass]) => ({ players: ofClass.length, coins: ofClass.reduce((sum, each) => sum + each, 0) }))

describe('concentration', () => {
  it.each([
    [[], { gini: 0, top1: 0, top10: 0 }],
    [[7], { gini: 0, top1: 1, top10: 1 }],
    [[5, 5, 5, 5], { gini: 0, top1: 0.25, top10: 0.25 }],
    [[1, 3], { gini: 0.25, top1: 0.75, top10: 0.75 }],
  ])('of %j', (coins, expected) => {
    expect(concentrationOf(together(coins))).toEqual(expected)
  })

  it('is half the relative mean difference', () => {
    const rng = rngFromText('gini')
    const coins = Array.from({ length: 60 }, () => 1 + rng.below(1_000))
    const mean = coins.reduce((sum, each) => sum + each, 0) / coins.length
    const differences = coins.flatMap((one) => coins.map((other) => Math.abs(one - other)))
    const naive = differences.reduce((sum, each) => sum + each, 0) / differences.length / (2 * mean)
    expect(Math.abs(concentrationOf(together(coins)).gini - naive)).toBeLessThan(0.001)
  })

  it('puts amounts into one class that differ by at most 1/32, and richer ones never into a lower class', () => {
    let last = { coins: 0, class: 0 }
    for (let coins = 1; coins < Number.MAX_SAFE_INTEGER; coins = Math.ceil(coins * 1.003)) {
      const ofCoins = wealthClassOf(coins)
      expect(ofCoins).toBeGreaterThanOrEqual(last.class)
      expect(ofCoins === last.class && coins > last.coins * (1 + 1 / 31)).toBe(false)
      if (ofCoins !== last.class) last = { coins, class: ofCoins }
    }
    expect(wealthClassOf(Number.MAX_SAFE_INTEGER)).toBeLessThan(2 ** 15)
  })
})

describe('outliers', () => {
  const series = (before: readonly number[], value: number) => ({ figure: 'minted', subject: 'spin', before, value })
  const around100 = Array.from({ length: 28 }, (_, index) => 97 + (index % 7))
  it.each([
    ['an ordinary day', around100, 108, []],
    ['a day not quite six deviations away', around100, 117, []],
    ['a day just over six deviations away', around100, 118, [{ value: 118, median: 100, score: 6.07 }]],
    ['a day twice as large', around100, 200, [{ value: 200, median: 100, score: 33.72 }]],
    ['a day of nothing', around100, 0, [{ value: 0, median: 100, score: 33.72 }]],
    ['what never moved and does', Array.from({ length: 28 }, () => 7), 8, [{ value: 8, median: 7, score: null }]],
    ['what hardly ever happens', Array.from({ length: 28 }, (_, i) => (i < 13 ? 9 : 0)), 900, []],
  ])('among 28 days: %s', (_, before, value, expected) => {
    const found = findOutliers([series(before, value)]).map(({ value: of, median, score }) => ({
      value: of,
      median,
      score: score === null ? null : Math.round(score * 100) / 100,
    }))
    expect(found).toEqual(expected)
  })
})

const sale = (sellerId: string, buyerId: string, count = 10, coins = 100) => ({
  sellerId,
  buyerId,
  trades: 1,
  count,
  coins,
})

describe('closed groups', () => {
  it('are the players that reach each other, compared with a search over all pairs', () => {
    const rng = rngFromText('groups')
    for (let round = 0; round < 300; round += 1) {
      const players = Array.from({ length: 2 + rng.below(7) }, (_, index) => String.fromCodePoint(97 + index))
      const pick = () => players[rng.below(players.length)] ?? ''
      const sales = Array.from({ length: rng.below(14) }, () => ({ sellerId: pick(), buyerId: pick() })).filter(
        ({ sellerId, buyerId }) => sellerId !== buyerId,
      )
      expect(findClosedGroups(sales).map(String).toSorted()).toEqual(naiveGroups(players, sales))
    }
  })
})

/** Players that reach each other, by transitive closure. */
function naiveGroups(players: readonly string[], sales: readonly Sale[]): string[] {
  const reaches = new Set(sales.map(({ sellerId, buyerId }) => sellerId + buyerId))
  for (const via of players)
    for (const from of players)
      for (const to of players) if (reaches.has(from + via) && reaches.has(via + to)) reaches.add(from + to)
  const groups = players.map((one) =>
    players.filter((other) => other === one || (reaches.has(one + other) && reaches.has(other + one))),
  )
  return [...new Set(groups.filter(({ length }) => length > 1).map(String))].toSorted()
}

describe('round trades', () => {
  it.each([
    ['goods that go and come back', [sale('a', 'b'), sale('b', 'a')], ['a,b']],
    ['goods that go round three', [sale('a', 'b'), sale('b', 'c'), sale('c', 'a')], ['a,b,c']],
    ['what comes back but for less than a hundredth', [sale('a', 'b', 1_000), sale('b', 'a', 995)], ['a,b']],
    ['a pair within a larger group', [sale('a', 'b'), sale('b', 'a'), sale('b', 'c', 3), sale('c', 'b', 1)], ['a,b']],
    ['not what comes back in part', [sale('a', 'b'), sale('b', 'a', 9)], []],
    ['not trade in one direction', [sale('a', 'b'), sale('b', 'c')], []],
  ])('%s', (_, all, groups) => {
    expect(findRoundTrades(all).map(({ members }) => String(members))).toEqual(groups)
  })
})

describe('gift trades', () => {
  const fair = new Map([
    [1, 100],
    [2, 10],
  ])
  const of = (itemId: number, each: ReturnType<typeof sale>) => ({ ...each, itemId })
  it.each([
    ['a present for a coin', [of(1, sale('a', 'b', 1, 1))], ['a→b']],
    ['a price that pays for something else', [of(1, sale('a', 'b', 1, 301))], ['a→b']],
    ['not a bargain at a third', [of(1, sale('a', 'b', 3, 100))], []],
    ['not between those who mostly trade elsewhere', [of(1, sale('a', 'b', 1, 1)), of(2, sale('a', 'c', 11, 110))], []],
    ['not of what has no fair price', [of(3, sale('a', 'b', 1, 1))], []],
  ])('%s', (_, all, found) => {
    expect(findGiftTrades(all, fair).map(({ sellerId, buyerId }) => `${sellerId}→${buyerId}`)).toEqual(found)
  })
})

describe('a day', () => {
  const NOTHING: DaySums = { flows: [], itemFlows: new Map(), trades: new Map(), supply: undefined, itemResiduals: [] }
  const daySec = 20_000 * DAY_SEC
  const inputs = { daySec, isClosed: true, openingSupply: 1_000, indexBefore: null, fairPrices: new Map([[1, 10]]) }
  const reckon = (today: Partial<DaySums>, pairs: readonly PairHour[] = []) =>
    reckonDay({ ...inputs, pairs, sumsOf: (sec) => (sec === daySec ? { ...NOTHING, ...today } : NOTHING) })

  it('reports the difference when supply and flows disagree', () => {
    const flows = [{ kind: 3, minted: 500, burned: 0, operations: 2 }]
    expect(reckon({ flows, supply: 1_500 })).toMatchObject({ opening: 1_000, supply: 1_500, minted: 500, residual: 0 })
    expect(reckon({ flows, supply: 1_777 }).residual).toBe(277)
    expect(reckon({}).supply).toBe(1_000)
  })

  it('has volume, velocity and the first index', () => {
    const day = reckon({ trades: trades({ 1: [300, 30], 2: [200, 1] }) })
    expect(day).toMatchObject({ volume: 500, item_count: 31, velocity: 0.5, price_index: 100 })
    expect(day.top_items.map(({ item_id }) => item_id)).toEqual([1, 2])
  })

  it('reports goods circulated within an hour once, and within a week when no single day shows it', () => {
    const at = (hourSec: number, itemId: number, sellerId: string, buyerId: string) => ({
      ...sale(sellerId, buyerId),
      itemId,
      hourSec,
    })
    const pairs = [
      at(daySec + 3_600, 1, 'a', 'b'),
      at(daySec + 3_600, 1, 'b', 'a'),
      at(daySec - 3 * DAY_SEC, 2, 'a', 'b'),
      at(daySec, 2, 'b', 'a'),
    ]
    expect(reckon({}, pairs).wash_trades.map(({ item_id, window }) => `${item_id} ${window}`)).toEqual([
      '1 hour',
      '2 week',
    ])
    expect(reckon({}, pairs).trades).toBe(3)
  })
})
