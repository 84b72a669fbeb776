import * as z from 'zod'
import { MAX_CRAFT_GROUPS, MAX_NAME_LENGTH, MAX_RECIPE_ENTRIES, MAX_RECIPES_PER_FILE } from '../limits.ts'
import type { CraftGroup, CraftOutput, CraftRecipe } from '../pack.ts'
import { amount, durationSec, itemCounts, itemId, localized, positiveAmount } from './primitives.ts'

const MAX_GROUP_ID_LENGTH = 40
export const MAX_RECIPE_ID = 2_147_483_647

export const recipeId = z.int().min(1).max(MAX_RECIPE_ID)
const groupId = z.string().min(1).max(MAX_GROUP_ID_LENGTH)

const group = z
  .strictObject({ id: groupId, name: localized(MAX_NAME_LENGTH) })
  .transform((raw): CraftGroup => ({ id: raw.id, names: raw.name }))

const sureOutput = z
  .strictObject({ item_id: itemId, random: z.literal(false).optional(), count: positiveAmount })
  .transform((raw): CraftOutput => ({
    itemId: raw.item_id,
    random: false,
    count: raw.count,
    minCount: raw.count,
    maxCount: raw.count,
  }))

const randomOutput = z
  .strictObject({ item_id: itemId, random: z.literal(true), min_count: amount, max_count: positiveAmount })
  .refine((raw) => raw.min_count <= raw.max_count, {
    path: ['min_count'],
    error: 'The smallest count must not exceed the largest.',
  })
  .transform((raw): CraftOutput => ({
    itemId: raw.item_id,
    random: true,
    count: raw.max_count,
    minCount: raw.min_count,
    maxCount: raw.max_count,
  }))

const recipe = z
  .strictObject({
    id: recipeId,
    item_for_vision: itemId,
    craft_group: groupId,
    time_craft_sec: durationSec,
    remain_list: itemCounts(MAX_RECIPE_ENTRIES).default([]),
    consumable_list: itemCounts(MAX_RECIPE_ENTRIES),
    output_list: z
      .array(z.union([sureOutput, randomOutput]))
      .min(1)
      .max(MAX_RECIPE_ENTRIES),
  })
  .refine((raw) => raw.remain_list.length + raw.consumable_list.length > 0, {
    path: ['consumable_list'],
    error: 'A recipe needs at least one ingredient.',
  })
  .transform((raw): CraftRecipe => ({
    id: raw.id,
    itemForVision: raw.item_for_vision,
    craftGroup: raw.craft_group,
    timeCraftSec: raw.time_craft_sec,
    remainList: raw.remain_list,
    consumableList: raw.consumable_list,
    outputList: raw.output_list,
  }))

/** `craft.json`: groups and recipes (specification 2, section 3; specification 3, section 4). */
export const craftFile = z.strictObject({
  groups: z.array(group).max(MAX_CRAFT_GROUPS),
  recipes: z.array(recipe).max(MAX_RECIPES_PER_FILE),
})
