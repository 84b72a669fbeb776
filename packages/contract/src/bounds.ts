import * as z from 'zod'
import { CRAFT_COUNT_MAX, ITEM_ID_MAX, LANGUAGES, LOT_COUNT_MAX, PRICE_MAX, RECIPE_ID_MAX } from './constants.ts'

export { TEXT_MAX } from './constants.ts'

export const itemId = z.int().min(1).max(ITEM_ID_MAX)
/** Coins or a count of items: 0 … 2^53−1 (rules §0). */
export const amount = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
export const price = z.int().min(1).max(PRICE_MAX)
export const lotCount = z.int().min(1).max(LOT_COUNT_MAX)
/** Unix seconds. */
export const unixSeconds = z.int().min(0).max(9_999_999_999)
export const uuid = z.guid()
/** Where a page of a list begins: after this entry. An empty text means no cursor (rules §16). */
export const cursorUuid = uuid.or(z.literal('')).nullish()
export const recipeId = z.int().min(1).max(RECIPE_ID_MAX)
export const craftCount = z.int().min(1).max(CRAFT_COUNT_MAX)
/** A text in every language of the interface. */
export const localizedText = z.record(z.enum(LANGUAGES), z.string())
/** The language that a CSV file is written in. */
export const csvLanguage = z
  .enum(LANGUAGES)
  .catch('en')
  .default('en')
  .describe('The language of item names; spreadsheets in ru, pt and tr get semicolons and decimal commas')
/** Clients without parameters send nothing, `null` or `{}`. */
export const emptyBody = z.strictObject({}).nullish()
