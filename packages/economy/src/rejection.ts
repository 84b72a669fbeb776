import {
  asCoins,
  asItemId,
  asQuantity,
  type AlertId,
  type Amount,
  type AssetId,
  type Coins,
  type ItemId,
  type JobId,
  type LotId,
  type Quantity,
  type RecipeId,
} from './numbers.ts'

/** Why a command was refused. Nothing has changed when one of these comes back. */
export type Rejection =
  | { readonly code: 'invalid_price'; readonly price: number }
  | { readonly code: 'invalid_count'; readonly count: number }
  | { readonly code: 'amount_too_large' }
  | { readonly code: 'unknown_item'; readonly itemId: ItemId }
  | { readonly code: 'item_not_sellable'; readonly itemId: ItemId }
  | { readonly code: 'lot_too_large'; readonly max: Quantity }
  | { readonly code: 'too_many_lots'; readonly max: number }
  | { readonly code: 'lot_not_found'; readonly lotId: LotId }
  | { readonly code: 'price_unchanged' }
  | { readonly code: 'would_match_own_lot'; readonly lotId: LotId }
  | { readonly code: 'market_moved'; readonly available: Quantity }
  | { readonly code: 'too_many_watched_items'; readonly max: number }
  | { readonly code: 'too_many_alerts'; readonly max: number }
  | { readonly code: 'alert_not_found'; readonly alertId: AlertId }
  | { readonly code: 'recipe_not_found'; readonly recipeId: RecipeId }
  | { readonly code: 'missing_ingredients'; readonly missing: readonly MissingIngredient[] }
  | { readonly code: 'options_missing'; readonly slot: number }
  | { readonly code: 'option_not_available'; readonly itemId: ItemId }
  | { readonly code: 'queue_full'; readonly max: number }
  | { readonly code: 'job_not_found'; readonly jobId: JobId }
  | { readonly code: 'craft_not_cancellable'; readonly jobId: JobId }
  | { readonly code: 'no_energy' }
  | Shortage

/** An ingredient of which there is too little. */
export interface MissingIngredient {
  readonly itemId: ItemId
  readonly have: number
  readonly need: number
}

/** A balance is too small for what was asked. */
export type Shortage =
  | { readonly code: 'not_enough_coins'; readonly missing: Coins }
  | { readonly code: 'not_enough_items'; readonly itemId: ItemId; readonly missing: Quantity }

/** The shortage of an asset, whichever it is. */
export function shortageOf(asset: AssetId, missing: Amount): Shortage {
  return asset === 0
    ? { code: 'not_enough_coins', missing: asCoins(missing) }
    : { code: 'not_enough_items', itemId: asItemId(asset), missing: asQuantity(missing) }
}
