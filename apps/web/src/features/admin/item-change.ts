import type { AdminUser } from '@clutch/contract'
import { parseAmount } from '#shared/format/parse-amount.ts'

/** Why a form is invalid (document 2 §5), as the key of its text. */
export type ItemProblem =
  | 'user_required'
  | 'item_required'
  | 'count_positive'
  | 'item_not_held'
  | 'not_enough'
  | 'not_enough_coins'

/** The item id of coins in calls that give and take. */
export const COINS = 0

export interface ItemEntry {
  /** Whether coins change, and no items. */
  readonly isCoins: boolean
  readonly itemText: string
  readonly countText: string
}

/** Parses a non-negative integer as people type it; undefined for anything else. */
export function wholeNumber(text: string): number | undefined {
  const number = parseAmount(text)
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** The first problem in the form's order; undefined if valid. */
export function findProblem(
  user: AdminUser | undefined,
  { isCoins, itemText, countText }: ItemEntry,
  isRemoval: boolean,
): ItemProblem | undefined {
  if (user === undefined) return 'user_required'
  const itemId = wholeNumber(itemText)
  if (!isCoins && (itemId === undefined || itemId < 1)) return 'item_required'
  const count = wholeNumber(countText)
  if (count === undefined || count < 1) return 'count_positive'
  if (!isRemoval) return undefined
  if (isCoins) return user.wallet < count ? 'not_enough_coins' : undefined
  const held = user.inventory_items.find(({ item_id }) => item_id === itemId)
  if (held === undefined) return 'item_not_held'
  return held.count < count ? 'not_enough' : undefined
}
