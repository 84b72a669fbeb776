import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, emptyBody, itemId, localizedText, recipeId, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { HARVEST_PARALLEL_MAX, HARVEST_PRIORITY_MAX } from '../constants.ts'
import { itemQuantity } from './production.ts'

/** Most slots per recipe and items per slot in a content pack. */
const SLOTS_MAX = 20
const SELECTED_ITEMS_MAX = 200

const itemCount = z.object({ item_id: itemId, count: amount })

export const harvestItem = z.object({
  item_id: itemId,
  count: amount,
  /** Consumed by each run. */
  requirements: z.array(itemCount),
  /** Returns until an item is upgraded; 0 if it gains no experience. */
  exp_for_up: amount,
  /** What it becomes; null if only the counter restarts. */
  result_after_up: itemId.nullable(),
  lootmore_coef: z.number(),
  speed_coef: z.number(),
  break_percent: z.number(),
  on_break_result: z.array(itemId),
})
export type HarvestItem = z.infer<typeof harvestItem>

export const harvestRecipe = z.object({
  receipt_id: recipeId,
  /** In English. */
  name: z.string(),
  names: localizedText,
  duration_hour: z.number(),
  items_slots: z.array(z.object({ name: z.string(), names: localizedText, available_items: z.array(harvestItem) })),
  result: z.array(z.object({ item_id: itemId, count: amount, chance_percent: z.number() })),
})
export type HarvestRecipe = z.infer<typeof harvestRecipe>

export const harvestSelection = z.object({
  item_id: itemId,
  /** Stock to keep; 0 for none. */
  limit: amount,
  /** 0 … 9, higher is used first. */
  priority: z.int().min(0).max(HARVEST_PRIORITY_MAX),
  /** Most of this item in runs of this recipe at once; 0 for no limit. */
  max: amount,
})
export type HarvestSelection = z.infer<typeof harvestSelection>

/** Runs that started together with the same items. */
export const harvestGroup = z.object({
  id: uuid,
  count: amount,
  /** The items in use, in slot order. */
  list: z.array(itemId),
  duration_in_hour: z.number(),
  start_at: unixSeconds,
  end_at: unixSeconds,
})
export type HarvestGroup = z.infer<typeof harvestGroup>

export const harvestUserData = z.object({
  receipt_id: recipeId,
  enabled: z.boolean(),
  active_count: amount,
  active_list: z.array(harvestGroup),
  max_parallel: z.int().min(0).max(HARVEST_PARALLEL_MAX),
  /** Selected items per slot. */
  items: z.array(z.array(harvestSelection)),
  /** Experience by item id. */
  exp_by_item: z.record(z.string(), amount),
})
export type HarvestUserData = z.infer<typeof harvestUserData>

/** Ended runs that started together; items by id and count, in id order. */
export const harvestHistoryEntry = z.object({
  id: uuid,
  receipt_id: recipeId,
  /** Runs. */
  count: amount,
  start_at: unixSeconds,
  end_at: unixSeconds,
  new_items: z.array(itemQuantity),
  broken_items: z.array(itemQuantity),
  upgraded_items: z.array(itemQuantity),
})
export type HarvestHistoryEntry = z.infer<typeof harvestHistoryEntry>

const common = { area: 'harvest', access: 'player', bodyType: 'json', query: z.object({}) } as const

export const harvestContract = {
  calls: {
    'POST /harvest/get-receipts': {
      ...common,
      access: 'visitor',
      summary: "All harvest recipes, and the caller's settings and runs of configured ones",
      command: false,
      rateLimit: RATE_LIMITS.heavyRead,
      body: emptyBody,
      response: z.object({ receipts: z.array(harvestRecipe), user_data: z.array(harvestUserData) }),
    },
    'POST /harvest/get-history': {
      ...common,
      summary: "The caller's ended harvests, newest first, twenty per page",
      command: false,
      rateLimit: RATE_LIMITS.read,
      body: z.object({ last_id: cursorUuid }).prefault({}),
      response: z.object({ response: z.array(harvestHistoryEntry) }),
    },
    'POST /harvest/update': {
      ...common,
      summary: 'Replaces the settings of a recipe; runs start automatically while it is enabled',
      command: true,
      rateLimit: RATE_LIMITS.command,
      body: z.object({
        receipt_id: recipeId,
        enabled: z.boolean(),
        max_parallel: z.int().min(0).max(HARVEST_PARALLEL_MAX),
        items: z.array(z.array(harvestSelection).max(SELECTED_ITEMS_MAX)).max(SLOTS_MAX),
      }),
      response: z.object({ user_data: harvestUserData }),
    },
  },
} as const satisfies ContractArea
