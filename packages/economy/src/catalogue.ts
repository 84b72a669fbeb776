import type { CraftRecipe } from './craft/recipe.ts'
import type { FactoryRecipe } from './factory/recipe.ts'
import type { HarvestRecipe } from './harvest/recipe.ts'
import type { Coins, ItemId, Quantity, RecipeId } from './numbers.ts'

/** What the rules need to know of an item definition. */
export interface ItemRule {
  readonly id: ItemId
  readonly canSell: boolean
  /** Set for bundles (counts are quantities) and generators (counts are weights). */
  readonly opens: Opening | undefined
}

export interface Opening {
  readonly how: 'bundle' | 'generator'
  readonly entries: readonly { readonly itemId: ItemId; readonly count: number }[]
}

export interface MarketTerms {
  /** Hundredths of a percent of the seller's proceeds. */
  readonly feeBasisPoints: number
  readonly maxOpenLots: number
  readonly maxItemsPerLot: number
}

export interface StarterPack {
  readonly coins: Coins
  readonly items: readonly { readonly itemId: ItemId; readonly count: Quantity }[]
}

export interface EnergyTerms {
  readonly itemId: ItemId
  /** How long one item energises. */
  readonly durationSec: number
}

/** The content a game's rules run on; constant while the server runs. */
export interface Catalogue {
  readonly items: ReadonlyMap<ItemId, ItemRule>
  readonly market: MarketTerms
  readonly starterPack: StarterPack
  readonly craftRecipes: ReadonlyMap<RecipeId, CraftRecipe>
  readonly factoryRecipes: ReadonlyMap<RecipeId, FactoryRecipe>
  readonly harvestRecipes: ReadonlyMap<RecipeId, HarvestRecipe>
  readonly energy: EnergyTerms | undefined
}
