import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { emptyBody, itemId, text } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { LANGUAGES } from '../constants.ts'

const CATALOGUE_VERSION_MAX = 64

/** One entry of what an item opens to (rules §3). */
const opening = z.object({
  item_id: itemId,
  /** Whether this entry grants nothing; its `item_id` is not a visible item. */
  is_nothing: z.boolean(),
  /** Units granted at once: a bundle's quantity, or 1 for a generator. */
  count: z.int().min(1),
  /** The chance is exactly `weight` / `total_weight`; both are 1 in a bundle, which gives every entry. */
  weight: z.int().min(1),
  total_weight: z.int().min(1),
})
export type Opening = z.infer<typeof opening>

/** An item definition as document 1 §3 names its fields. */
export const itemDefinition = z.object({
  Itemdefid: itemId,
  Type: z.enum(['generator', 'bundle', 'item', 'other']),
  Name: z.string(),
  Description: z.string(),
  NameRu: z.string(),
  DescriptionRu: z.string(),
  NameZh: z.string(),
  DescriptionZh: z.string(),
  NameTr: z.string(),
  DescriptionTr: z.string(),
  NamePt: z.string(),
  DescriptionPt: z.string(),
  NameJa: z.string(),
  DescriptionJa: z.string(),
  IconUrl: z.string(),
  Tags: z.array(z.string()),
  CanSell: z.boolean(),
  /** Six hex digits without a number sign, or empty. */
  NameColor: z.string(),
  /** `id x count` without the entry that grants nothing (document 1 §3); a generator's exact odds are in `Opens`. */
  Bundle: z.string(),
  /** Entries of a bundle or generator in order, including the one that grants nothing; empty for other items. */
  Opens: z.array(opening),
})
export type ItemDefinition = z.infer<typeof itemDefinition>

/** A tag's names in the requested languages. */
export const namedTag = z.object({ tag: z.string(), names: z.partialRecord(z.enum(LANGUAGES), z.string()) })
export type NamedTag = z.infer<typeof namedTag>

/** A picture of the content pack that is shown instead of a drawn one. */
export const gamePicture = z.object({
  of: z.enum(['categories', 'harvest', 'factory', 'halls']),
  /** The tag of a category, the id of a recipe, or `heroes` or `relics`. */
  id: z.string(),
  /** Path on this server; it changes with the picture. */
  url: z.string(),
})
export type GamePicture = z.infer<typeof gamePicture>

export const catalogueContract = {
  calls: {
    'POST /get-all-items': {
      summary: 'All item definitions visible to players',
      area: 'catalogue',
      access: 'visitor',
      command: false,
      bodyType: 'json',
      body: emptyBody,
      query: z.object({}),
      response: z.array(itemDefinition),
      rateLimit: RATE_LIMITS.heavyRead,
    },
    'POST /v2/get-all-items': {
      summary:
        'The same list with its version, tag names and pictures; `items` is null if the caller already has that version. ' +
        'With a language, only its texts are sent, or English where missing; the other fields are empty.',
      area: 'catalogue',
      access: 'visitor',
      command: false,
      bodyType: 'json',
      body: z
        .strictObject({
          known_version: text.max(CATALOGUE_VERSION_MAX).optional(),
          language: z.enum(LANGUAGES).optional(),
        })
        .nullish(),
      query: z.object({}),
      response: z.object({
        version: z.string(),
        items: z.array(itemDefinition).nullable(),
        /** Named tags; empty if the caller already has the version. */
        tags: z.array(namedTag),
        /** Pictures of categories and places; those of items are in `IconUrl`. Empty if the caller already has the version. */
        pictures: z.array(gamePicture),
      }),
      rateLimit: RATE_LIMITS.heavyRead,
    },
  },
} as const satisfies ContractArea
