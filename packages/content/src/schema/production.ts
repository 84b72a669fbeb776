import * as z from 'zod'
import {
  MAX_AMOUNT,
  MAX_CHANCE_PERCENT,
  MAX_COEFFICIENT,
  MAX_NAME_LENGTH,
  MAX_RECIPE_ENTRIES,
  MAX_RECIPE_SLOTS,
  MAX_RECIPES_PER_FILE,
  MAX_SLOT_OPTIONS,
} from '../limits.ts'
import type {
  FactoryOption,
  FactoryRecipe,
  FactorySlot,
  HarvestItem,
  HarvestRecipe,
  HarvestResult,
  HarvestSlot,
  WeightedItem,
} from '../pack.ts'
import { recipeId } from './craft.ts'
import { amount, durationSec, itemCounts, itemId, localized, positiveAmount } from './primitives.ts'

const MAX_HARVEST_HOURS = 8_760

const drop = z
  .strictObject({ item_id: itemId, weight: z.int().min(1).max(MAX_AMOUNT) })
  .transform((raw): WeightedItem => ({ itemId: raw.item_id, weight: raw.weight }))

const factoryOption = z
  .strictObject({
    item_id: itemId,
    time_for_craft_sec: durationSec,
    possible_drop_list: z.array(drop).max(MAX_RECIPE_ENTRIES),
  })
  .transform((raw): FactoryOption => ({
    itemId: raw.item_id,
    timeForCraftSec: raw.time_for_craft_sec,
    possibleDropList: raw.possible_drop_list,
  }))

const factorySlot = z
  .strictObject({ name: localized(MAX_NAME_LENGTH), list: z.array(factoryOption).min(1).max(MAX_SLOT_OPTIONS) })
  .transform((raw): FactorySlot => ({ names: raw.name, options: raw.list }))

const factoryRecipe = z
  .strictObject({
    id: recipeId,
    name: localized(MAX_NAME_LENGTH),
    required_list: itemCounts(MAX_RECIPE_ENTRIES),
    optional_list: z.array(factorySlot).max(MAX_RECIPE_SLOTS),
    timer_result_ids: z.array(itemId).max(MAX_RECIPE_ENTRIES),
  })
  .transform((raw): FactoryRecipe => ({
    id: raw.id,
    names: raw.name,
    requiredList: raw.required_list,
    optionalList: raw.optional_list,
    timerResultIds: raw.timer_result_ids,
  }))

/** `factory.json` (specification 2, section 3; specification 3, section 5). */
export const factoryFile = z.strictObject({ recipes: z.array(factoryRecipe).max(MAX_RECIPES_PER_FILE) })

const coefficient = z.number().min(0).max(MAX_COEFFICIENT).default(1)

const harvestItem = z
  .strictObject({
    item_id: itemId,
    count: positiveAmount.default(1),
    requirements: itemCounts(MAX_RECIPE_ENTRIES).default([]),
    exp_for_up: amount.default(0),
    result_after_up: itemId.optional(),
    lootmore_coef: coefficient,
    speed_coef: coefficient,
    break_percent: z.number().min(0).max(100).default(0),
    on_break_result: z.array(itemId).max(MAX_RECIPE_ENTRIES).default([]),
  })
  .refine((raw) => raw.result_after_up === undefined || raw.exp_for_up > 0, {
    path: ['exp_for_up'],
    error: 'An item that becomes another needs exp_for_up above 0.',
  })
  .transform((raw): HarvestItem => ({
    itemId: raw.item_id,
    count: raw.count,
    requirements: raw.requirements,
    expForUp: raw.exp_for_up,
    resultAfterUp: raw.result_after_up ?? null,
    lootmoreCoef: raw.lootmore_coef,
    speedCoef: raw.speed_coef,
    breakPercent: raw.break_percent,
    onBreakResult: raw.on_break_result,
  }))

const harvestSlot = z
  .strictObject({
    name: localized(MAX_NAME_LENGTH),
    available_items: z.array(harvestItem).min(1).max(MAX_SLOT_OPTIONS),
  })
  .transform((raw): HarvestSlot => ({ names: raw.name, availableItems: raw.available_items }))

const harvestResult = z
  .strictObject({
    item_id: itemId,
    count: positiveAmount,
    chance_percent: z.number().positive().max(MAX_CHANCE_PERCENT),
  })
  .transform((raw): HarvestResult => ({ itemId: raw.item_id, count: raw.count, chancePercent: raw.chance_percent }))

const harvestRecipe = z
  .strictObject({
    id: recipeId,
    name: localized(MAX_NAME_LENGTH),
    duration_hour: z.number().positive().max(MAX_HARVEST_HOURS),
    items_slots: z.array(harvestSlot).min(1).max(MAX_RECIPE_SLOTS),
    result: z.array(harvestResult).min(1).max(MAX_RECIPE_ENTRIES),
  })
  .transform((raw): HarvestRecipe => ({
    id: raw.id,
    names: raw.name,
    durationHour: raw.duration_hour,
    itemsSlots: raw.items_slots,
    result: raw.result,
  }))

/** `harvest.json` (specification 2, section 3; specification 3, section 6). */
export const harvestFile = z.strictObject({ recipes: z.array(harvestRecipe).max(MAX_RECIPES_PER_FILE) })
