import {
  asItemId,
  asLotId,
  asRecipeId,
  asUserId,
  rngFromText,
  type FactoryRecipe,
  type HarvestItem,
  type ItemId,
} from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { chooseFarm, chooseFarmSupply } from './farming-strategy.ts'
import { chooseHarvest, chooseTool, type HarvestBench } from './harvest-strategy.ts'
import type { RecipeBook } from './recipe-book.ts'
import { chooseReprice } from './repricing-strategy.ts'

const [SEED, WATER, WINE, CROP, PICK, DRILL, ORE] = [1, 2, 3, 4, 5, 6, 7].map((id) => asItemId(id)) as [
  ItemId,
  ItemId,
  ItemId,
  ItemId,
  ItemId,
  ItemId,
  ItemId,
]
const trader = { userId: asUserId('01900000-0000-7000-8000-000000000001'), steamId: '1', name: 'Anna', wealthCoins: 1 }
const rng = () => rngFromText('seed')

const option = (itemId: ItemId) => ({ itemId, timeSec: 60, drops: [] })
const field: FactoryRecipe = {
  id: asRecipeId(1),
  required: [{ itemId: SEED, count: 2 }],
  slots: [[option(WATER), option(WINE)]],
  generatorIds: [],
}
const tool = (itemId: ItemId, changes: Partial<HarvestItem> = {}): HarvestItem => ({
  itemId,
  count: 1,
  requirements: [],
  expForUp: 0,
  resultAfterUp: undefined,
  lootmoreCoef: 1,
  speedCoef: 1,
  breakPercent: 0,
  onBreakResult: [],
  ...changes,
})
const mine = {
  id: asRecipeId(2),
  durationHour: 1,
  slots: [{ items: [tool(PICK), tool(DRILL, { lootmoreCoef: 2 })] }],
  results: [],
}
const book: RecipeBook = {
  crafts: [],
  farms: [
    { recipe: field, gives: [[CROP, 5]], slots: [field.slots[0]?.map((one) => ({ option: one, gives: [] })) ?? []] },
  ],
  harvests: [
    { recipe: mine, gives: [[ORE, 4]], slots: [mine.slots[0]?.items.map((item) => ({ item, brokenGives: [] })) ?? []] },
  ],
}
const USUAL = new Map([
  [SEED, 10],
  [WATER, 5],
  [WINE, 500],
  [CROP, 6],
  [PICK, 50],
  [DRILL, 900],
  [ORE, 8],
])

function bench(stock: readonly (readonly [ItemId, number])[], changes: Partial<HarvestBench> = {}): HarvestBench {
  const counts = new Map(stock)
  const countOf = (itemId: ItemId) => counts.get(itemId) ?? 0
  const usualOf = (itemId: ItemId) => USUAL.get(itemId) ?? 1
  return { book, stockOf: countOf, ownedOf: countOf, fairOf: usualOf, usualOf, enabledRecipes: [], ...changes }
}

describe('farming', () => {
  it('sows what is profitable, with the cheapest available item for each slot', () => {
    const stock = [
      [SEED, 2],
      [WATER, 1],
      [WINE, 1],
    ] as const
    expect(chooseFarm(trader, bench(stock), rng())).toEqual({
      type: 'start_factory',
      userId: trader.userId,
      recipeId: field.id,
      inputIds: [WATER],
      count: 1,
    })
  })

  it('sows nothing at a loss, and nothing without seeds or water', () => {
    expect(
      chooseFarm(
        trader,
        bench([
          [SEED, 2],
          [WINE, 1],
        ]),
        rng(),
      ),
    ).toBeUndefined()
    expect(
      chooseFarm(
        trader,
        bench([
          [SEED, 1],
          [WATER, 1],
        ]),
        rng(),
      ),
    ).toBeUndefined()
    expect(chooseFarm(trader, bench([[SEED, 2]]), rng())).toBeUndefined()
  })

  it('lacks seeds first, then an item for an empty slot', () => {
    expect(chooseFarmSupply(bench([]), rng())).toBe(SEED)
    expect([WATER, WINE]).toContain(chooseFarmSupply(bench([[SEED, 2]]), rng()))
    expect(
      chooseFarmSupply(
        bench([
          [SEED, 2],
          [WATER, 1],
        ]),
        rng(),
      ),
    ).toBeUndefined()
  })
})

describe('harvesting', () => {
  it('uses the tool with the highest yield', () => {
    expect(
      chooseHarvest(
        trader,
        bench([
          [PICK, 1],
          [DRILL, 1],
        ]),
        rng(),
      ),
    ).toMatchObject({
      type: 'set_harvest',
      recipeId: mine.id,
      enabled: true,
      slots: [[{ itemId: DRILL }]],
    })
  })

  it('does not start for an item in oversupply, and stops a running recipe for it', () => {
    const cheap = (itemId: ItemId) => (itemId === ORE ? 5 : (USUAL.get(itemId) ?? 1))
    expect(chooseHarvest(trader, bench([[PICK, 1]], { fairOf: cheap }), rng())).toBeUndefined()
    const out = bench([[PICK, 1]], { fairOf: cheap, enabledRecipes: [mine.id, mine.id] })
    expect(chooseHarvest(trader, out, rng())).toMatchObject({ recipeId: mine.id, enabled: false })
    const paid = bench([[PICK, 1]], { enabledRecipes: [mine.id, mine.id] })
    expect(chooseHarvest(trader, paid, rng())).toBeUndefined()
  })

  it('lacks a tool if none is available', () => {
    expect([PICK, DRILL]).toContain(chooseTool(bench([]), rng()))
    expect(chooseTool(bench([[PICK, 1]]), rng())).toBeUndefined()
  })
})

describe('re-pricing', () => {
  const lot = (price: number) =>
    ({ id: asLotId('01900000-0000-7000-8000-00000000000a'), itemId: ORE, side: 'sell', price }) as const
  const fairOf = () => 100

  it('moves a lot far from the fair price to the usual range of offers', () => {
    const command = chooseReprice(trader, [lot(140)], fairOf, rng())
    expect(command).toMatchObject({ type: 'change_lot_price', lotId: lot(140).id })
    expect(command?.price).toBeGreaterThan(100)
    expect(command?.price).toBeLessThanOrEqual(115)
    expect(chooseReprice(trader, [lot(70)], fairOf, rng())?.price).toBeGreaterThan(100)
  })

  it('leaves a well-priced lot unchanged', () => {
    expect(chooseReprice(trader, [lot(110)], fairOf, rng())).toBeUndefined()
    expect(chooseReprice(trader, [], fairOf, rng())).toBeUndefined()
  })
})
