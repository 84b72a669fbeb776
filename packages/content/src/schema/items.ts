import * as z from 'zod'
import { fillTranslations } from '../localized.ts'
import {
  MAX_AMOUNT,
  MAX_BUNDLE_ENTRIES,
  MAX_DESCRIPTION_LENGTH,
  MAX_ITEMS_PER_FILE,
  MAX_NAME_LENGTH,
  MAX_TAGS_PER_ITEM,
} from '../limits.ts'
import type { ContentItem, ContentItemType, ItemCount } from '../pack.ts'
import { color, httpUrl, iconName, itemCounts, itemId, localized, tag } from './primitives.ts'

const shared = {
  id: itemId,
  name: localized(MAX_NAME_LENGTH),
  description: localized(MAX_DESCRIPTION_LENGTH).optional(),
  icon: iconName,
  icon_url: httpUrl.optional(),
  name_color: color,
  background_color: color.optional(),
  tags: z.array(tag).max(MAX_TAGS_PER_ITEM).default([]),
  can_sell: z.boolean().default(false),
  hidden: z.boolean().default(false),
  stackable: z.boolean().default(true),
}

type SharedFields = z.output<z.ZodObject<typeof shared>>

function toItem(raw: SharedFields, type: ContentItemType, bundle: readonly ItemCount[]): ContentItem {
  return {
    id: raw.id,
    type,
    names: raw.name,
    descriptions: raw.description ?? fillTranslations({}),
    icon: raw.icon,
    iconUrl: raw.icon_url ?? null,
    nameColor: raw.name_color,
    backgroundColor: raw.background_color ?? null,
    tags: raw.tags,
    canSell: raw.can_sell,
    hidden: raw.hidden,
    stackable: raw.stackable,
    bundle,
    demo: null,
  }
}

const plainItem = z
  .strictObject({ ...shared, type: z.enum(['item', 'other']).default('item') })
  .transform((raw) => toItem(raw, raw.type, []))

const bundle = z
  .strictObject({ ...shared, contents: itemCounts() })
  .transform((raw) => toItem(raw, 'bundle', raw.contents))

const draw = z
  .strictObject({ item_id: itemId, weight: z.int().min(1).max(MAX_AMOUNT) })
  .transform((raw): ItemCount => ({ itemId: raw.item_id, count: raw.weight }))

const generator = z
  .strictObject({ ...shared, draws: z.array(draw).min(1).max(MAX_BUNDLE_ENTRIES) })
  .transform((raw) => toItem(raw, 'generator', raw.draws))

/** `items/*.json`: plain items, by convention one file per family. */
export const itemsFile = z.strictObject({ items: z.array(plainItem).max(MAX_ITEMS_PER_FILE) })

/** `bundles.json`: items that open into fixed quantities. */
export const bundlesFile = z.strictObject({ bundles: z.array(bundle).max(MAX_ITEMS_PER_FILE) })

/** `generators.json`: items that open into one weighted draw. */
export const generatorsFile = z.strictObject({ generators: z.array(generator).max(MAX_ITEMS_PER_FILE) })
