import { asItemId, asRecipeId, asUserId, rngFromText, type CraftRecipe } from '@clutch/economy'
import { expect, it } from 'vitest'
import { chooseCraft, type Workbench } from './crafting-strategy.ts'

const [ORE, INGOT, HAMMER] = [asItemId(1), asItemId(2), asItemId(3)]
const trader = { userId: asUserId('01900000-0000-7000-8000-000000000001'), steamId: '1', name: 'Anna', wealthCoins: 1 }
const recipe: CraftRecipe = {
  id: asRecipeId(7),
  timeSec: 10,
  remain: [{ itemId: HAMMER, count: 1 }],
  consumable: [{ itemId: ORE, count: 3 }],
  outputs: [{ itemId: INGOT, random: false, count: 1, minCount: 1, maxCount: 1 }],
}
const prices = new Map([
  [ORE, 10],
  [INGOT, 40],
])

function choose(stock: ReadonlyMap<number, number>, ingotCoins = 40) {
  const bench: Workbench = {
    book: { crafts: [{ recipe, gives: [[INGOT, 1]] }], farms: [], harvests: [] },
    stockOf: (itemId) => stock.get(itemId) ?? 0,
    fairOf: (itemId) => (itemId === INGOT ? ingotCoins : (prices.get(itemId) ?? 0)),
  }
  return chooseCraft(trader, bench, rngFromText('seed'))
}

it('a trader crafts what their stock allows and what yields more than it costs', () => {
  expect(
    choose(
      new Map([
        [ORE, 3],
        [HAMMER, 1],
      ]),
    ),
  ).toEqual({
    type: 'start_craft',
    userId: trader.userId,
    recipeId: recipe.id,
    count: 1,
  })
})

it('a trader does not craft at a loss, or without a tool or an ingredient', () => {
  expect(
    choose(
      new Map([
        [ORE, 3],
        [HAMMER, 1],
      ]),
      30,
    ),
  ).toBeUndefined()
  expect(choose(new Map([[ORE, 3]]))).toBeUndefined()
  expect(
    choose(
      new Map([
        [ORE, 2],
        [HAMMER, 1],
      ]),
    ),
  ).toBeUndefined()
})

it('a trader crafts nothing in a game without recipes', () => {
  const bench = { book: { crafts: [], farms: [], harvests: [] }, stockOf: () => 0, fairOf: () => 0 }
  expect(chooseCraft(trader, bench, rngFromText('seed'))).toBeUndefined()
})
