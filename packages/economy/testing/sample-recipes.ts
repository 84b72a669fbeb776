import type { Catalogue } from '../src/core/catalogue.ts'
import type { CraftRecipe } from '../src/areas/craft/recipe.ts'
import type { FactoryRecipe } from '../src/areas/factory/recipe.ts'
import type { HarvestItem, HarvestRecipe } from '../src/areas/harvest/recipe.ts'
import type { RentableItem } from '../src/areas/rent/terms.ts'
import { asCoins, asItemId, asRecipeId, type ItemId, type RecipeId } from '../src/core/numbers.ts'

export const ORE = asItemId(1)
export const INGOT = asItemId(2)
export const HERB = asItemId(3)
export const SICKLE = asItemId(4)
export const GOLDEN_SICKLE = asItemId(5)
export const SCRAP = asItemId(6)
export const TONIC = asItemId(7)
export const QUEST_LETTER = asItemId(9)
export const NOTHING = asItemId(40)
export const CRATE = asItemId(100)
export const LUCKY_BAG = asItemId(101)
export const NESTED_BAG = asItemId(102)

/** Instant: 2 ore make an ingot. */
export const SMELT = asRecipeId(1)
/** 10 s: keeps an ingot, 3 ore make a sickle and up to 4 scrap. */
export const FORGE = asRecipeId(2)
/** 5 s: an ingot becomes a crate and two lucky bags, which open. */
export const UNPACK = asRecipeId(3)
/** Two slots; 3 to 9 s. */
export const WORKSHOP = asRecipeId(11)
/** No slots, so instant: 2 herbs for a nested bag. */
export const STALL = asRecipeId(12)
/** Two minutes: a sickle and its harvest. */
export const MEADOW = asRecipeId(21)
/** 40 s: scrap, of which half is lost. */
export const HEAP = asRecipeId(22)

const of = (itemId: ItemId, count: number) => ({ itemId, count })
const fixed = (itemId: ItemId, count: number) => ({ itemId, random: false, count, minCount: count, maxCount: count })

const CRAFT: readonly CraftRecipe[] = [
  { id: SMELT, timeSec: 0, remain: [], consumable: [of(ORE, 2)], outputs: [fixed(INGOT, 1)] },
  {
    id: FORGE,
    timeSec: 10,
    remain: [of(INGOT, 1)],
    consumable: [of(ORE, 3)],
    outputs: [fixed(SICKLE, 1), { itemId: SCRAP, random: true, count: 4, minCount: 0, maxCount: 4 }],
  },
  { id: UNPACK, timeSec: 5, remain: [], consumable: [of(INGOT, 1)], outputs: [fixed(CRATE, 1), fixed(LUCKY_BAG, 2)] },
]

const FACTORY: readonly FactoryRecipe[] = [
  {
    id: WORKSHOP,
    required: [of(ORE, 1)],
    slots: [
      [
        {
          itemId: INGOT,
          timeSec: 2,
          drops: [
            { itemId: SCRAP, weight: 1 },
            { itemId: HERB, weight: 3 },
          ],
        },
        { itemId: HERB, timeSec: 7, drops: [] },
      ],
      [
        { itemId: ORE, timeSec: 2, drops: [{ itemId: CRATE, weight: 1 }] },
        {
          itemId: SCRAP,
          timeSec: 1,
          drops: [
            { itemId: NOTHING, weight: 1 },
            { itemId: TONIC, weight: 1 },
          ],
        },
      ],
    ],
    generatorIds: [LUCKY_BAG],
  },
  { id: STALL, required: [of(HERB, 2)], slots: [], generatorIds: [NESTED_BAG] },
]

const PLAIN: Omit<HarvestItem, 'itemId'> = {
  count: 1,
  requirements: [],
  expForUp: 0,
  resultAfterUp: undefined,
  lootmoreCoef: 1,
  speedCoef: 1,
  breakPercent: 0,
  onBreakResult: [],
}

const HARVEST: readonly HarvestRecipe[] = [
  {
    id: MEADOW,
    durationHour: 1 / 30,
    slots: [
      {
        items: [
          {
            ...PLAIN,
            itemId: SICKLE,
            requirements: [of(HERB, 1)],
            expForUp: 3,
            resultAfterUp: GOLDEN_SICKLE,
            breakPercent: 10,
            onBreakResult: [SCRAP],
          },
          {
            ...PLAIN,
            itemId: GOLDEN_SICKLE,
            lootmoreCoef: 1.5,
            speedCoef: 1.25,
            breakPercent: 2.5,
            onBreakResult: [INGOT, LUCKY_BAG],
          },
        ],
      },
      {
        items: [
          { ...PLAIN, itemId: ORE, count: 2, lootmoreCoef: 0.7 },
          { ...PLAIN, itemId: HERB, lootmoreCoef: 1.1 },
        ],
      },
    ],
    results: [
      { itemId: HERB, count: 2, chancePercent: 150 },
      { itemId: LUCKY_BAG, count: 1, chancePercent: 20 },
      { itemId: ORE, count: 1, chancePercent: 33.3 },
    ],
  },
  {
    id: HEAP,
    durationHour: 1 / 90,
    slots: [{ items: [{ ...PLAIN, itemId: SCRAP, expForUp: 2, breakPercent: 50 }] }],
    results: [{ itemId: ORE, count: 1, chancePercent: 60 }],
  },
]

/** A hero whose units share a pool that does not divide evenly, and a relic that earns 100 coins per day. */
const RENT: readonly (readonly [ItemId, RentableItem])[] = [
  [
    SICKLE,
    {
      hall: 'heroes',
      poolPerDay: asCoins(100_003),
      salaryMax: asCoins(20_000),
      shop: [
        { itemId: ORE, price: asCoins(7) },
        { itemId: LUCKY_BAG, price: asCoins(50) },
      ],
    },
  ],
  [INGOT, { hall: 'relics', poolPerDay: asCoins(1_000_000), salaryMax: asCoins(100), shop: [] }],
]

/** Recipes of every kind for the sample game. */
export function sampleRecipes(): Pick<
  Catalogue,
  'craftRecipes' | 'factoryRecipes' | 'harvestRecipes' | 'energy' | 'rent' | 'exchange'
> {
  return {
    craftRecipes: byId(CRAFT),
    factoryRecipes: byId(FACTORY),
    harvestRecipes: byId(HARVEST),
    energy: { itemId: TONIC, durationSec: 600 },
    rent: new Map(RENT),
    exchange: {
      gold: { itemId: asItemId(901), rate: 1_000_000, packs: [] },
      silver: { itemId: asItemId(902), rate: 10_000, packs: [] },
      bronze: {
        itemId: asItemId(903),
        rate: 100,
        packs: [
          { itemId: asItemId(1_103), size: 10_000 },
          { itemId: asItemId(1_003), size: 100 },
        ],
      },
    },
  }
}

function byId<Recipe extends { readonly id: RecipeId }>(recipes: readonly Recipe[]): ReadonlyMap<RecipeId, Recipe> {
  return new Map(recipes.map((recipe) => [recipe.id, recipe]))
}
