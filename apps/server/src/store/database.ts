/**
 * Every table, for Kysely: the core's, and those that the areas add. Sides, kinds and the like are stored as their
 * small codes; times in milliseconds since 1970.
 */
export interface Database {
  balance: BalanceTable
  operation: OperationTable
  operation_item: OperationItemTable
  command_outcome: CommandOutcomeTable
  /** Outcomes of keyed calls that do not pass through the writer. */
  call_outcome: CommandOutcomeTable
  outbox: OutboxTable
  due_work: DueWorkTable
  task: TaskTable
  writer_state: WriterStateTable
}

/** `user_id` is the nil uuid for the world; asset 0 is the coin. */
interface BalanceTable {
  user_id: string
  asset: number
  free: number
  held: number
}

/**
 * One operation of a player, whole: its time is in its uuid. The item is the first it changed, or, without a change of
 * items, the one that its entry in an area's history is about; what it changed besides is a list of item, change and
 * count after.
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
  /** Who asked for it, when it was not the player himself. */
  actor_id: string | null
  more: readonly (readonly [itemId: number, change: number, after: number])[] | null
}

/** The items of an operation beyond its first. */
interface OperationItemTable {
  user_id: string
  item_id: number
  operation_id: string
  item_change: number
  item_after: number
}

/** What a command with an idempotency key answered the first time. */
interface CommandOutcomeTable {
  owner_id: string
  key: string
  request_hash: string
  outcome: unknown
  at_ms: number
}

/** Messages to the bus that were committed with their cause; the newest stays until the next. */
interface OutboxTable {
  message_id: number
  message: unknown
}

/** When something of a subject is due next; the nil uuid where there is but one of a kind. */
interface DueWorkTable {
  kind: string
  subject_id: string
  due_at_ms: number
}

/** Work with the outside that was decided on in a transaction and is done after it. */
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
  /** The newest moment that an id carries: ids never go backwards, whatever the clock of the machine does. */
  last_at_ms: number
  /** Raised by every take-over. */
  epoch: number
}
