import * as z from 'zod'
import { fillTranslations, type Localized } from '../localized.ts'
import { perLanguage } from '@clutch/contract/constants'
import {
  MAX_AMOUNT,
  MAX_BUNDLE_ENTRIES,
  MAX_DURATION_SEC,
  MAX_ICON_NAME_LENGTH,
  MAX_ITEM_ID,
  MAX_NEWS_DAYS,
  MAX_TAG_LENGTH,
  MAX_URL_LENGTH,
} from '../limits.ts'
import type { ItemCount, NewsDay } from '../pack.ts'

export const itemId = z.int().min(1).max(MAX_ITEM_ID)
export const amount = z.int().min(0).max(MAX_AMOUNT)
export const positiveAmount = z.int().min(1).max(MAX_AMOUNT)
export const durationSec = z.int().min(0).max(MAX_DURATION_SEC)

export const color = z
  .string()
  .regex(/^[0-9a-fA-F]{6}$/, { error: 'A colour is six hex digits without "#".' })
  .transform((digits) => digits.toLowerCase())

export const iconName = z
  .string()
  .min(1)
  .max(MAX_ICON_NAME_LENGTH)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'An icon is named in lower case with dashes, such as "gold-bar".' })

export const tag = z
  .string()
  .max(MAX_TAG_LENGTH)
  .regex(/^[^:;\s][^:;]*:[^:;]*[^:;\s]$/, { error: 'A tag is written "category:value".' })
  .transform((text) => text.toLowerCase())

export const httpUrl = z
  .string()
  .max(MAX_URL_LENGTH)
  .regex(/^https?:\/\/\S+$/, { error: 'A link starts with http:// or https://.' })

export const isoDate = z.iso.date({ error: 'A date is written YYYY-MM-DD.' })

/** A date, or a number of days from the day on which a world first starts. */
export const newsDay = z.union([
  isoDate,
  z
    .strictObject({ days_from_start: z.int().min(-MAX_NEWS_DAYS).max(MAX_NEWS_DAYS) })
    .transform((raw): NewsDay => ({ daysFromStart: raw.days_from_start })),
])

/** A text per language. English or Russian is required as the fallback of other languages. */
export function localized(maxLength: number) {
  const text = z.string().min(1).max(maxLength).optional()
  return z
    .strictObject(perLanguage(() => text))
    .refine((texts) => texts.en !== undefined || texts.ru !== undefined, {
      error: 'A text needs at least English (en) or Russian (ru).',
    })
    .transform((texts): Localized => fillTranslations(texts))
}

export const itemCount = z
  .strictObject({ item_id: itemId, count: positiveAmount })
  .transform((raw): ItemCount => ({ itemId: raw.item_id, count: raw.count }))

export const itemCounts = (maxEntries: number = MAX_BUNDLE_ENTRIES) => z.array(itemCount).max(maxEntries)
