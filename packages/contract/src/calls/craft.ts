import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, craftCount, emptyBody, itemId, localizedText, recipeId, unixSeconds, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { itemQuantity, jobCancel, jobCancelled, jobCursor } from './production.ts'

/** Per unit: `Count`, or when `Random` a uniform whole number MinCount … MaxCount. */
export const craftEntry = z.object({
  TypeId: itemId,
  Count: amount,
  Random: z.boolean(),
  MinCount: amount,
  MaxCount: amount,
})
export type CraftEntry = z.infer<typeof craftEntry>

/** A recipe is shown by the name and picture of the item `ItemForVision` (document 2 §3). */
export const craftRecipe = z.object({
  TypeId: recipeId,
  ItemForVision: itemId,
  /** Id of a group in the same response. */
  CraftGroup: z.string(),
  TimeCraftSec: amount,
  /** Kept items, on hold while the job runs. */
  RemainList: z.array(craftEntry),
  /** Consumed. */
  ConsumableList: z.array(craftEntry),
  OutputList: z.array(craftEntry),
})
export type CraftRecipe = z.infer<typeof craftRecipe>

export const craftGroup = z.object({ id: z.string(), names: localizedText })
export type CraftGroup = z.infer<typeof craftGroup>

/** Waiting before `start_at`, in progress from then on, finished at `end_at` (document 2 §4). */
export const craftQueueEntry = z.object({
  id: uuid,
  receipt_id: recipeId,
  count: craftCount,
  start_at: unixSeconds,
  end_at: unixSeconds,
})
export type CraftQueueEntry = z.infer<typeof craftQueueEntry>

export const craftHistoryEntry = z.object({
  id: uuid,
  /** When it finished, and when it was requested. */
  process_date: unixSeconds,
  created_at: unixSeconds,
  receipt_id: recipeId,
  /** In English; empty if the recipe does not exist any more. */
  receipt_name: z.string(),
  receipt_icon_url: z.string(),
  craft_group: z.string(),
  /** Seconds per unit. */
  receipt_duration: amount,
  count: craftCount,
  /** JSON of a `JobDocument`. */
  jdoc: z.string(),
})
export type CraftHistoryEntry = z.infer<typeof craftHistoryEntry>

const common = { area: 'craft', access: 'player', bodyType: 'json', query: z.object({}) } as const
const read = { ...common, command: false, rateLimit: RATE_LIMITS.read } as const
const command = { ...common, command: true, rateLimit: RATE_LIMITS.command } as const

export const craftContract = {
  calls: {
    'POST /craft/get-receipts': {
      ...read,
      access: 'visitor',
      summary: 'All craft recipes and their groups',
      body: emptyBody,
      rateLimit: RATE_LIMITS.heavyRead,
      response: z.object({ response: z.array(craftRecipe), groups: z.array(craftGroup) }),
    },
    'POST /craft/queue': {
      ...read,
      summary: "The caller's unfinished craft jobs, in queue order",
      body: emptyBody,
      response: z.object({ response: z.array(craftQueueEntry) }),
    },
    'POST /craft/get-history': {
      ...read,
      summary: "The caller's finished craft jobs, newest first, ten a page; `is_prev` walks back towards the newest",
      body: jobCursor,
      response: z.array(craftHistoryEntry),
    },
    'POST /craft/start': {
      ...command,
      summary: 'Queues a craft; an instant one finishes immediately, with a null `entry`',
      rateLimit: RATE_LIMITS.startJob,
      body: z.object({ receipt_id: recipeId, count: craftCount }),
      response: z.object({
        entry: craftQueueEntry.nullable(),
        new_items: z.array(itemQuantity),
        returned_items: z.array(itemQuantity),
      }),
    },
    'POST /craft/cancel': {
      ...command,
      summary: 'Cancels a craft job that has not started; jobs behind it move up',
      body: jobCancel,
      response: jobCancelled,
    },
  },
} as const satisfies ContractArea
