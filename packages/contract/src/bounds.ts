import * as z from 'zod'
import {
  CRAFT_COUNT_MAX,
  ITEM_ID_MAX,
  LANGUAGES,
  LOT_COUNT_MAX,
  PRICE_MAX,
  RECIPE_ID_MAX,
  TEXT_MAX,
} from './constants.ts'

export { TEXT_MAX } from './constants.ts'

/** U+0000 and lone surrogates, which PostgreSQL text cannot store. */
// oxlint-disable-next-line no-control-regex -- the rejected character
const UNSTORABLE = /\u0000|\p{Surrogate}/u

/**
 * Free text of a caller. All text inputs use this or match a pattern: a text that the database cannot store would fail
 * its whole transaction (rules §17).
 */
export const text = z.string().refine((value) => !UNSTORABLE.test(value), {
  error: 'Contains characters that cannot be stored',
  params: { errorCode: 'invalid_text' },
})
/** The reason for an operator's action. */
export const givenReason = text.trim().min(1).max(TEXT_MAX)
/** Identifies a caller's action, so that retrying the call does not repeat it: visible ASCII (rules §0). */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,128}$/)

export const itemId = z.int().min(1).max(ITEM_ID_MAX)
/** Coins or a count of items: 0 … 2^53−1 (rules §0). */
export const amount = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
export const price = z.int().min(1).max(PRICE_MAX)
export const lotCount = z.int().min(1).max(LOT_COUNT_MAX)
/** Unix seconds. */
export const unixSeconds = z.int().min(0).max(9_999_999_999)
export const uuid = z.guid()
/** Cursor of a page: the entry before it. An empty text means no cursor (rules §16). */
export const cursorUuid = uuid.or(z.literal('')).nullish()
export const recipeId = z.int().min(1).max(RECIPE_ID_MAX)
export const craftCount = z.int().min(1).max(CRAFT_COUNT_MAX)
/** A text in every language of the interface. */
export const localizedText = z.record(z.enum(LANGUAGES), z.string())
/** The language of a CSV file. */
export const csvLanguage = z
  .enum(LANGUAGES)
  .catch('en')
  .default('en')
  .describe('The language of item names; spreadsheets in ru, pt and tr get semicolons and decimal commas')
/** Clients without parameters send nothing, `null` or `{}`. */
export const emptyBody = z.strictObject({}).nullish()
