import {
  OPERATION_KINDS,
  type BalanceChange,
  type LedgerPosted,
  type Operation,
  type OperationId,
} from '@clutch/economy'
import { jsonCell, NULL_CELL, overRows, type MaybeStatement } from '../store/statement.ts'

/** An operation's entry in its area's history, such as a trade or a cancellation in the trading history. */
export interface HistoryEntry {
  readonly id: OperationId
  /** Code defined by the area. */
  readonly type: number
  readonly itemId: number
  readonly price: number
  readonly count: number
  /** When the lot or other subject was created, in Unix milliseconds. */
  readonly sinceMs: number
}

interface OperationRow {
  readonly operation: Operation
  entry: HistoryEntry | undefined
}

/** Rows of the ledger: final balances, and one row per operation with its coins, its first item and any further items. */
export class LedgerRows {
  readonly #balances = new Map<string, BalanceChange>()
  readonly #operations = new Map<OperationId, OperationRow>()

  add(event: LedgerPosted): void {
    for (const change of event.changes) this.#balances.set(`${change.owner}/${change.asset}`, change)
    for (const operation of event.operations) this.#operations.set(operation.id, { operation, entry: undefined })
  }

  /** Adds an operation to its area's history. @throws when the operation is not in this batch. */
  addEntry(entry: HistoryEntry): void {
    const row = this.#operations.get(entry.id)
    if (row === undefined) throw new Error(`No operation ${entry.id} in this batch`)
    row.entry = entry
  }

  statements(): MaybeStatement[] {
    const operations = Array.from(this.#operations.values(), toRow)
    return [
      upsertBalances([...this.#balances.values()]),
      insertOperations(operations),
      insertOperationItems(operations.flatMap(({ operation, more }) => more.map((line) => ({ operation, line })))),
    ]
  }
}

type Line = Operation['lines'][number]

interface StoredOperation {
  readonly operation: Operation
  readonly entry: HistoryEntry | undefined
  readonly coins: Line | undefined
  readonly item: Line | undefined
  readonly more: readonly Line[]
}

const NO_LINES: readonly Line[] = []

function toRow({ operation, entry }: OperationRow): StoredOperation {
  let coins: Line | undefined
  let item: Line | undefined
  let more: Line[] | undefined
  for (const line of operation.lines) {
    if (line.asset === 0) coins = line
    else if (item === undefined) item = line
    else (more ??= []).push(line)
  }
  return { operation, entry, coins, item, more: more ?? NO_LINES }
}

function upsertBalances(changes: readonly BalanceChange[]): MaybeStatement {
  return overRows(
    'upsert-balances',
    changes,
    [({ owner }) => owner, ({ asset }) => asset, ({ free }) => free, ({ held }) => held, ({ version }) => version],
    `insert into balance (user_id, asset, free, held, version)
    select * from unnest($1::uuid[], $2::integer[], $3::bigint[], $4::bigint[], $5::bigint[])
    on conflict (user_id, asset)
    do update set free = excluded.free, held = excluded.held, version = excluded.version`,
  )
}

function insertOperations(rows: readonly StoredOperation[]): MaybeStatement {
  return overRows(
    'insert-operations',
    rows,
    [
      ({ operation }) => operation.userId,
      ({ operation }) => operation.id,
      ({ operation }) => OPERATION_KINDS[operation.kind].code,
      ({ entry }) => entry?.type ?? NULL_CELL,
      ({ item, entry }) => item?.asset ?? entry?.itemId ?? NULL_CELL,
      ({ item }) => item?.change ?? NULL_CELL,
      ({ item }) => item?.after ?? NULL_CELL,
      ({ coins }) => coins?.change ?? NULL_CELL,
      ({ coins }) => coins?.after ?? NULL_CELL,
      ({ entry }) => entry?.price ?? NULL_CELL,
      ({ entry }) => entry?.count ?? NULL_CELL,
      ({ entry }) => entry?.sinceMs ?? NULL_CELL,
      ({ operation }) => operation.causeId ?? NULL_CELL,
      ({ operation }) => operation.actorId ?? NULL_CELL,
      ({ more }) =>
        more.length === 0 ? NULL_CELL : jsonCell(more.map(({ asset, change, after }) => [asset, change, after])),
    ],
    `insert into operation (user_id, operation_id, kind, entry_type, item_id, item_change, item_after, coin_change,
      coin_after, price, count, since_ms, cause_id, actor_id, more)
    select user_id, operation_id, kind, entry_type, item_id, item_change, item_after, coin_change, coin_after, price,
      count, since_ms, cause_id, actor_id, more::json
    from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::smallint[], $5::integer[], $6::bigint[], $7::bigint[],
      $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::uuid[], $14::uuid[], $15::text[])
    as row (user_id, operation_id, kind, entry_type, item_id, item_change, item_after, coin_change, coin_after, price,
      count, since_ms, cause_id, actor_id, more)`,
  )
}

/** Items beyond an operation's first, so that the history of each item can be read from one index. */
function insertOperationItems(rows: readonly { readonly operation: Operation; readonly line: Line }[]): MaybeStatement {
  return overRows(
    'insert-operation-items',
    rows,
    [
      ({ operation }) => operation.userId,
      ({ line }) => line.asset,
      ({ operation }) => operation.id,
      ({ line }) => line.change,
      ({ line }) => line.after,
    ],
    `insert into operation_item (user_id, item_id, operation_id, item_change, item_after)
    select * from unnest($1::uuid[], $2::integer[], $3::uuid[], $4::bigint[], $5::bigint[])`,
  )
}
