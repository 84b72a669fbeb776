import type { CraftRecipe } from '../src/areas/craft/recipe.ts'
import type { FactoryRecipe } from '../src/areas/factory/recipe.ts'
import type { HarvestItem, HarvestRecipe } from '../src/areas/harvest/recipe.ts'
import type { Catalogue } from '../src/core/catalogue.ts'
import type { Rng } from '../src/core/chance/rng.ts'
import { asRecipeId, type ItemId } from '../src/core/numbers.ts'
import { sampleCatalogue } from './fixture.ts'
import {
  CRATE,
  GOLDEN_SICKLE,
  HERB,
  INGOT,
  LUCKY_BAG,
  NESTED_BAG,
  NOTHING,
  ORE,
  SCRAP,
  SICKLE,
  TONIC,
} from './sample-recipes.ts'

/** Items in stock, and items that may be granted. */
export const GOODS = [ORE, INGOT, HERB, SICKLE, GOLDEN_SICKLE, SCRAP] as const
const GRANTS = [...GOODS, CRATE, LUCKY_BAG, NESTED_BAG, NOTHING] as const

/** Ids of craft, factory and harvest recipes; the last of each does not exist. */
export const CRAFT_IDS = [1, 2, 3, 4].map(asRecipeId)
export const FACTORY_IDS = [11, 12, 13, 14].map(asRecipeId)
export const HARVEST_IDS = [21, 22, 23].map(asRecipeId)

/** The sample game with random recipes that cover every number of the rules, including its limits. */
export function randomCatalogue(rng: Rng): Catalogue {
  const recipes = new RandomRecipes(rng)
  return {
    ...sampleCatalogue(),
    energy: { itemId: TONIC, durationSec: recipes.energySec() },
    craftRecipes: byId(CRAFT_IDS.slice(0, -1).map((id) => recipes.craft(id))),
    factoryRecipes: byId(FACTORY_IDS.slice(0, -1).map((id) => recipes.factory(id))),
    harvestRecipes: byId(HARVEST_IDS.slice(0, -1).map((id) => recipes.harvest(id))),
  }
}

class RandomRecipes {
  readonly #rng: Rng

  constructor(rng: Rng) {
    this.#rng = rng
  }

  energySec(): number {
    return this.#pick([2, 15, 60, 600])
  }

  craft(id: CraftRecipe['id']): CraftRecipe {
    return {
      id,
      timeSec: this.#pick([0, 1, 3, 10, 40]),
      remain: this.#some(0, 2, () => this.#amount()),
      consumable: this.#some(0, 2, () => this.#amount()),
      outputs: this.#some(1, 3, () => {
        const minCount = this.#rng.below(3)
        return {
          itemId: this.#pick(GRANTS),
          random: this.#rng.below(2) === 0,
          count: 1 + this.#rng.below(2),
          minCount,
          maxCount: minCount + this.#rng.below(3),
        }
      }),
    }
  }

  /** Generators may be named twice, and options of two slots may be the same item. */
  factory(id: FactoryRecipe['id']): FactoryRecipe {
    const option = () => ({
      itemId: this.#pick(GOODS),
      timeSec: this.#pick([0, 1, 2, 5]),
      drops: this.#some(0, 2, () => ({ itemId: this.#pick(GRANTS), weight: this.#rng.below(4) })),
    })
    return {
      id,
      required: this.#some(0, 2, () => this.#amount()),
      slots: this.#some(0, 2, () => distinct(this.#some(1, 3, option))).map((slot) =>
        slot.map((each) => ({ ...each, drops: each.drops.some(({ weight }) => weight > 0) ? each.drops : [] })),
      ),
      generatorIds: this.#some(0, 3, () => this.#pick([LUCKY_BAG, NESTED_BAG, CRATE, SCRAP])),
    }
  }

  /** Two slots may accept the same item under different terms. */
  harvest(id: HarvestRecipe['id']): HarvestRecipe {
    return {
      id,
      durationHour: this.#pick([1, 5, 12, 60, 90]) / 3_600,
      slots: this.#some(1, 3, () => ({ items: distinct(this.#some(1, 3, () => this.#harvestItem())) })),
      results: this.#some(0, 2, () => ({
        itemId: this.#pick(GRANTS),
        count: 1 + this.#rng.below(3),
        chancePercent: this.#pick([0, 12.5, 33.3, 100, 150, 250]),
      })),
    }
  }

  #harvestItem(): HarvestItem {
    return {
      itemId: this.#pick(GOODS),
      count: 1 + this.#rng.below(3),
      requirements: this.#some(0, 2, () => this.#amount()),
      expForUp: this.#rng.below(5),
      resultAfterUp: this.#rng.below(2) === 0 ? undefined : this.#pick(GOODS),
      lootmoreCoef: this.#pick([0.1, 0.7, 1, 1.1, 1.5, 2]),
      speedCoef: this.#pick([0.1, 0.5, 0.8, 1, 1.25, 1.5, 2]),
      breakPercent: this.#pick([0, 0, 2.5, 50, 100]),
      onBreakResult: this.#some(0, 3, () => this.#pick(GRANTS)),
    }
  }

  #amount(): { itemId: ItemId; count: number } {
    return { itemId: this.#pick(GOODS), count: 1 + this.#rng.below(3) }
  }

  #some<Value>(min: number, max: number, make: () => Value): Value[] {
    return Array.from({ length: min + this.#rng.below(max - min + 1) }, make)
  }

  #pick<Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value {
    const value = values[this.#rng.below(values.length)]
    if (value === undefined) throw new Error('Nothing to pick from')
    return value
  }
}

function distinct<Value extends { readonly itemId: ItemId }>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => values.findIndex(({ itemId }) => itemId === value.itemId) === index)
}

function byId<Recipe extends { readonly id: CraftRecipe['id'] }>(recipes: readonly Recipe[]) {
  return new Map(recipes.map((recipe) => [recipe.id, recipe]))
}
