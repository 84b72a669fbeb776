import type { Brand, ItemId, RecipeId, UserId } from '../../core/numbers.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'

/** A craft or factory job's uuid: that of the operation that started it. */
export type JobId = Brand<string, 'JobId'>

export const asJobId = (value: string): JobId => value as JobId

/** Each player has one queue of each (rules §4, §5). */
export const QUEUES = ['craft', 'factory'] as const
export type QueueName = (typeof QUEUES)[number]

/** Entries of one queue that have not begun (rules §4). */
export const WAITING_MAX = 50

/** An entry of a queue: waiting before its start, in progress until its end. */
export interface Job {
  readonly id: JobId
  readonly userId: UserId
  readonly queue: QueueName
  readonly recipeId: RecipeId
  /** The content it was begun under, by which it ends. */
  readonly contentVersion: number
  readonly count: number
  /** A factory job's chosen items in slot order. */
  readonly inputIds: readonly ItemId[]
  /** What it holds, and what it used up: a cancel gives back both, whatever became of the recipe. */
  readonly held: readonly ItemAmount[]
  readonly consumed: readonly ItemAmount[]
  readonly createdAtMs: number
  readonly startAtMs: number
  readonly endAtMs: number
}

/** When a new entry begins: now, or when the last one ends (rules §4). */
export function startOfNext(queue: readonly Job[], nowMs: number): number {
  return Math.max(nowMs, queue.at(-1)?.endAtMs ?? 0)
}

/** Entries that have not begun. */
export function countWaiting(queue: readonly Job[], nowMs: number): number {
  return queue.filter(({ startAtMs }) => startAtMs > nowMs).length
}
