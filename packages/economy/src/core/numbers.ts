/** Branded numbers and ids: a price cannot be passed where a count is meant. */
declare const brand: unique symbol
export type Brand<Base, Name extends string> = Base & { readonly [brand]: { readonly [key in Name]: true } }

/** Coins, 0 … 2^53 − 1. */
export type Coins = Brand<number, 'Coins'>
/** A count of items, 0 … 2^53−1. */
export type Quantity = Brand<number, 'Quantity'>
/** Coins or items, where the ledger treats them alike. */
export type Amount = Coins | Quantity

/** What a balance counts: coins, or one item type. */
export type AssetId = Brand<number, 'AssetId'>
/** An item definition's id; every item is an asset. */
export type ItemId = AssetId & Brand<number, 'ItemId'>

export type UserId = Brand<string, 'UserId'>
export type RecipeId = Brand<number, 'RecipeId'>
/** An operation's version 7 UUID, which also orders it in time (rules §0). */
export type OperationId = Brand<string, 'OperationId'>

export const AMOUNT_MAX = Number.MAX_SAFE_INTEGER

export const asAmount = (value: number): Amount => value as Amount
export const asAssetId = (value: number): AssetId => value as AssetId
export const asCoins = (value: number): Coins => value as Coins
export const asQuantity = (value: number): Quantity => value as Quantity
export const asItemId = (value: number): ItemId => value as ItemId
export const asRecipeId = (value: number): RecipeId => value as RecipeId
export const asUserId = (value: string): UserId => value as UserId
export const asOperationId = (value: string): OperationId => value as OperationId

/** Whether an unvalidated number is a valid amount. */
export function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** price × count in coins, or undefined past 2^53−1 (rules §0). */
export function totalPrice(price: Coins, count: Quantity): Coins | undefined {
  const total = price * count
  return total <= AMOUNT_MAX ? asCoins(total) : undefined
}
