import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, craftCount, emptyBody, itemId, localizedText, recipeId, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { itemQuantity, jobCancel, jobCancelled, jobCursor } from './production.ts'

/** Most slots of a recipe in a content pack. */
const SLOTS_MAX = 20

export const factoryOption = z.object({
  item: z.object({ type_id: itemId }),
  time_for_craft_sec: amount,
  /** One of these is drawn by weight per unit; empty if the option yields nothing itself. */
  possible_drop_list: z.array(z.object({ type_id: itemId, weight: amount })),
})
export type FactoryOption = z.infer<typeof factoryOption>

export const factoryRecipe = z.object({
  receipt_id: recipeId,
  /** In English. */
  name: z.string(),
  names: localizedText,
  required_list: z.array(z.object({ type_id: itemId, count: amount })),
  /** One option has to be chosen for each slot. */
  optional_list: z.array(z.object({ name: z.string(), names: localizedText, list: z.array(factoryOption) })),
  /** Generators, each drawn once for every unit. */
  timer_result_ids: z.array(itemId),
})
export type FactoryRecipe = z.infer<typeof factoryRecipe>

export const factoryQueueEntry = z.object({
  id: uuid,
  receipt_id: recipeId,
  count: craftCount,
  /** Chosen items in slot order. */
  input_list: z.array(itemId),
  start_at: unixSeconds,
  end_at: unixSeconds,
})
export type FactoryQueueEntry = z.infer<typeof factoryQueueEntry>

export const factoryHistoryEntry = z.object({
  id: uuid,
  /** When it finished, and when it was requested. */
  process_date: unixSeconds,
  created_at: unixSeconds,
  receipt_id: recipeId,
  /** In English; empty if the recipe does not exist any more. */
  receipt_name: z.string(),
  count: craftCount,
  input_list: z.array(itemId),
  /** JSON of a `JobDocument`. */
  jdoc: z.string(),
})
export type FactoryHistoryEntry = z.infer<typeof factoryHistoryEntry>

const common = { area: 'factory', access: 'player', bodyType: 'json', query: z.object({}) } as const
const read = { ...common, command: false, rateLimit: RATE_LIMITS.read } as const
const command = { ...common, command: true, rateLimit: RATE_LIMITS.command } as const

export const factoryContract = {
  calls: {
    'POST /factory/get-receipts': {
      ...read,
      access: 'visitor',
      summary: 'All factory recipes',
      body: emptyBody,
      rateLimit: RATE_LIMITS.heavyRead,
      response: z.object({ response: z.array(factoryRecipe) }),
    },
    'POST /factory/queue': {
      ...read,
      summary: "The caller's unfinished factory jobs, in queue order; a single page, so `last_id` returns nothing",
      body: jobCursor,
      response: z.object({ response: z.array(factoryQueueEntry) }),
    },
    'POST /factory/get-history': {
      ...read,
      summary: "The caller's finished factory jobs, newest first, ten a page; `is_prev` walks back towards the newest",
      body: jobCursor,
      response: z.array(factoryHistoryEntry),
    },
    'POST /factory/start': {
      ...command,
      summary: 'Queues a factory job with one chosen item per slot; an instant one finishes with a null `entry`',
      rateLimit: RATE_LIMITS.startJob,
      body: z.object({
        receipt_id: recipeId,
        input_ids: z.array(itemId).max(SLOTS_MAX).default([]),
        count: craftCount,
      }),
      response: z.object({ entry: factoryQueueEntry.nullable(), new_items: z.array(itemQuantity) }),
    },
    'POST /factory/cancel': {
      ...command,
      summary: 'Cancels a factory job that has not started; jobs behind it move up',
      body: jobCancel,
      response: jobCancelled,
    },
  },
} as const satisfies ContractArea
