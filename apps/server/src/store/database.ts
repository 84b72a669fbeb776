import type { Generated } from 'kysely'

/**
 * All tables, for Kysely: those of the core, and those that the areas add. Enumerations such as sides and kinds are stored
 * as small integer codes; times in Unix milliseconds.
 */
export interface Database {
  balance: BalanceTable
  operation: OperationTable
  operation_item: OperationItemTable
  command_outcome: CommandOutcomeTable
  /** Outcomes of keyed calls that bypass the writer. */
  call_outcome: CommandOutcomeTable
  outbox: OutboxTable
  due_work: DueWorkTable
  task: TaskTable
  writer_state: WriterStateTable
}

/** `user_id` is the nil UUID for the world; asset 0 is the coin. */
interface BalanceTable {
  user_id: string
  asset: number
  free: number
  held: number
  /** Of the owner after this balance's last change; 0 for the oldest rows. */
  version: Generated<number>
}

/**
 * An operation of a player; its UUID contains its time. The item is the first that changed or, if no item changed, the
 * one that its entry in an area's history refers to. Further items are a list of item, change and count after.
 */
export interface OperationTable {
  user_id: string
  operation_id: string
  kind: number
  entry_type: number | null
  item_id: number | null
  item_change: number | null
  item_after: number | null
  coin_change: number | null
  coin_after: number | null
  price: number | null
  count: number | null
  since_ms: number | null
  cause_id: string | null
  /** Who initiated it, if not the player. */
  actor_id: string | null
  more: readonly (readonly [itemId: number, change: number, after: number])[] | null
  /** Grows in commit order; assigned by the database. */
  position: number
}

/** The further items of an operation. */
interface OperationItemTable {
  user_id: string
  item_id: number
  operation_id: string
  item_change: number
  item_after: number
}

/** First outcome of a command with an idempotency key. */
interface CommandOutcomeTable {
  owner_id: string
  key: string
  request_hash: string
  outcome: unknown
  at_ms: number
}

/** Bus messages, committed with the changes they describe; the newest stays until the next commit. */
interface OutboxTable {
  message_id: number
  message: unknown
}

/** Next due time per subject; the nil UUID for kinds with only one subject. */
interface DueWorkTable {
  kind: string
  subject_id: string
  due_at_ms: number
}

/** Background tasks, inserted by the transaction that requests them. */
interface TaskTable {
  task_id: string
  kind: string
  payload: unknown
  due_at_ms: number
  attempts: number
  last_error: string | null
}

interface WriterStateTable {
  id: number
  /** The newest time used in an id, so that ids never go backwards even if the clock does. */
  last_at_ms: number
  /** Raised by each take-over. */
  epoch: number
}
