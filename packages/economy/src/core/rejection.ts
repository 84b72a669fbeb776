import {
  asCoins,
  asItemId,
  asQuantity,
  type Amount,
  type AssetId,
  type Coins,
  type ItemId,
  type Quantity,
  type RecipeId,
} from './numbers.ts'

/** Every rejection by its code: those shared by areas; areas add their own. */
export interface Rejections {
  readonly invalid_count: { readonly code: 'invalid_count'; readonly count: number }
  readonly amount_too_large: { readonly code: 'amount_too_large' }
  readonly unknown_item: { readonly code: 'unknown_item'; readonly itemId: ItemId }
  readonly recipe_not_found: { readonly code: 'recipe_not_found'; readonly recipeId: RecipeId }
  readonly options_missing: { readonly code: 'options_missing'; readonly slot: number }
  readonly option_not_available: { readonly code: 'option_not_available'; readonly itemId: ItemId }
  readonly not_enough_coins: { readonly code: 'not_enough_coins'; readonly missing: Coins }
  readonly not_enough_items: {
    readonly code: 'not_enough_items'
    readonly itemId: ItemId
    readonly missing: Quantity
  }
}

/** Why a command was rejected. A rejected command has changed nothing. */
export type Rejection = Rejections[keyof Rejections]

/** A balance is too small for the command. */
export type Shortage = Rejections['not_enough_coins'] | Rejections['not_enough_items']

/** The rejection for a shortage of an asset. */
export function shortageOf(asset: AssetId, missing: Amount): Shortage {
  return asset === 0
    ? { code: 'not_enough_coins', missing: asCoins(missing) }
    : { code: 'not_enough_items', itemId: asItemId(asset), missing: asQuantity(missing) }
}
