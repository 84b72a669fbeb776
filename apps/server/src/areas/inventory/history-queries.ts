import type { InventoryOperation } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { operationKindOf, type OperationKind } from '@clutch/economy'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import { isOfJob, readRecipesOfJobs } from './recipe-causes.ts'

interface OperationRow {
  readonly operation_id: string
  readonly kind: number
  /** Null for an operation that moved only coins. */
  readonly item_id: number | null
  readonly item_change: number | null
  readonly item_after: number | null
  readonly coin_change: number | null
  readonly coin_after: number | null
  readonly cause_id: string | null
  readonly more: readonly (readonly [itemId: number, change: number, after: number])[] | null
}

/** An operation's change to one item. */
interface Line {
  readonly itemId: number
  readonly change: number
  readonly after: number
}

/** The page of a history to read. */
export interface HistoryPage {
  /** Last id of the previous page. */
  readonly lastUuid: string | undefined
  /** Restricts the page to operations that changed this item; each is returned with all its lines. */
  readonly itemId: number | undefined
  readonly assets: 'all' | 'coins' | 'items'
  readonly limit: number
}

/** A page of the operations that changed a player's free items or coins, newest first. */
export async function readInventoryHistory(
  context: Pick<Context, 'store'>,
  userId: string,
  { lastUuid, itemId, assets, limit }: HistoryPage,
): Promise<InventoryOperation[]> {
  let query = context.store.db
    .selectFrom('operation')
    .select(['operation_id', 'kind', 'item_id', 'item_change', 'item_after', 'coin_change', 'coin_after'])
    .select(['cause_id', 'more'])
    .where('user_id', '=', userId)
    .orderBy('operation_id', 'desc')
    .limit(limit)
  if (assets === 'coins') query = query.where('coin_change', 'is not', null)
  if (assets === 'items') query = query.where('item_change', 'is not', null)
  const wanted = itemId === undefined ? undefined : await readOperationsOfItem(context, userId, itemId, lastUuid, limit)
  if (wanted?.length === 0) return []
  if (wanted !== undefined) query = query.where('operation_id', 'in', wanted)
  else if (lastUuid !== undefined) query = query.where('operation_id', '<', lastUuid)
  const rows = (await query.execute()) as OperationRow[]
  const jobIds = rows.flatMap(({ kind, cause_id }) =>
    cause_id !== null && isOfJob(operationKindOf(kind)) ? [cause_id] : [],
  )
  const recipes = await readRecipesOfJobs(context, userId, [...new Set(jobIds)])
  return rows.map((row) => toOperation(row, recipes))
}

/** Merges operations with the item as first item and those with it among others, each read along its index. */
async function readOperationsOfItem(
  context: Pick<Context, 'store'>,
  userId: string,
  itemId: number,
  lastUuid: string | undefined,
  limit: number,
): Promise<string[]> {
  const before = lastUuid === undefined ? sql`` : sql`and operation_id < ${lastUuid}`
  const newest = sql`order by operation_id desc limit ${limit}`
  const { rows } = await sql<{ operation_id: string }>`
    select operation_id from (
      (select operation_id from operation
      where user_id = ${userId} and item_id = ${itemId} and item_change is not null ${before} ${newest})
      union all
      (select operation_id from operation_item where user_id = ${userId} and item_id = ${itemId} ${before} ${newest})
    ) as found ${newest}`.execute(context.store.db)
  return rows.map((row) => row.operation_id)
}

function toOperation(row: OperationRow, recipes: ReadonlyMap<string, number>): InventoryOperation {
  const kind = operationKindOf(row.kind)
  const { item_id: itemId, item_change: change, item_after: after, coin_change, coin_after } = row
  const first = itemId === null || change === null || after === null ? [] : [{ itemId, change, after }]
  const coins = coin_change === null || coin_after === null ? null : { count: coin_change, new_count: coin_after }
  const lines: Line[] = [
    ...first,
    ...(row.more ?? []).map(([moreId, moreChange, moreAfter]) => {
      return { itemId: moreId, change: moreChange, after: moreAfter }
    }),
  ].toSorted((a, b) => a.itemId - b.itemId)
  return {
    uuid: row.operation_id,
    created_at: toSeconds(timeOfIdMs(row.operation_id)),
    operation_code: kind,
    operation_type: typeOf(lines.length > 0 ? lines.map((line) => line.change) : [coins?.count ?? 0]),
    list: lines.map((line) => ({ item_id: line.itemId, count: line.change, new_count: line.after })),
    coins,
    cause: isOfJob(kind) ? recipeCause(recipes.get(row.cause_id ?? '')) : causeOf(kind, row),
  }
}

function typeOf(changes: readonly number[]): InventoryOperation['operation_type'] {
  if (changes.every((change) => change > 0)) return 'add'
  return changes.every((change) => change < 0) ? 'remove' : 'other'
}

/** The cause of an operation, to link to. A trade's operation is also its entry in the trading history. */
function causeOf(kind: OperationKind, row: OperationRow): InventoryOperation['cause'] {
  const type = CAUSES[kind]
  if (type === undefined) return null
  const item_id = row.item_id ?? 0
  if (type === 'trade' || type === 'spin') return { type, id: row.operation_id, item_id }
  if (type === 'rent') return { type, id: '', item_id }
  return row.cause_id === null ? null : { type, id: row.cause_id, item_id }
}

const CAUSES: Partial<Record<OperationKind, NonNullable<InventoryOperation['cause']>['type']>> = {
  buy_lot: 'trade',
  sell_lot: 'trade',
  create_sell_lot: 'lot',
  create_buy_lot: 'lot',
  cancel_lot: 'lot',
  trade: 'friend_trade',
  harvesting_start: 'harvest',
  harvesting_end: 'harvest',
  rent_put: 'rent',
  rent_take_back: 'rent',
  rent_buy: 'rent',
  rent_salary: 'rent',
  spin: 'spin',
  exchange_to_steam: 'exchange',
  exchange_from_steam: 'exchange',
  referral: 'referral',
}

function recipeCause(recipeId: number | undefined): InventoryOperation['cause'] {
  return recipeId === undefined ? null : { type: 'recipe', id: String(recipeId), item_id: 0 }
}
