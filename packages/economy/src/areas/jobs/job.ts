import type { Brand, ItemId, RecipeId, UserId } from '../../core/numbers.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'

/** A job's UUID: that of the operation that started it. */
export type JobId = Brand<string, 'JobId'>

export const asJobId = (value: string): JobId => value as JobId

/** Each player has one of each (rules §4, §5). */
export const QUEUES = ['craft', 'factory'] as const
export type QueueName = (typeof QUEUES)[number]

/** Waiting entries per queue (rules §4). */
export const WAITING_MAX = 50

/** An entry of a queue: waiting until its start, in progress until its end. */
export interface Job {
  readonly id: JobId
  readonly userId: UserId
  readonly queue: QueueName
  readonly recipeId: RecipeId
  /** The content it was started under, which also decides its end. */
  readonly contentVersion: number
  readonly count: number
  /** A factory job's chosen items in slot order. */
  readonly inputIds: readonly ItemId[]
  /** What it holds and what it consumed; a cancel returns both, even if the recipe has changed. */
  readonly held: readonly ItemAmount[]
  readonly consumed: readonly ItemAmount[]
  readonly createdAtMs: number
  readonly startAtMs: number
  readonly endAtMs: number
}

/** When a new entry starts: now, or when the last one ends (rules §4). */
export function startOfNext(queue: readonly Job[], nowMs: number): number {
  return Math.max(nowMs, queue.at(-1)?.endAtMs ?? 0)
}

/** Number of entries that have not started. */
export function countWaiting(queue: readonly Job[], nowMs: number): number {
  return queue.filter(({ startAtMs }) => startAtMs > nowMs).length
}
