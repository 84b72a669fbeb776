import { INVENTORY_HISTORY_PAGE_SIZE, type InventoryOperation } from '@clutch/contract'
import { operationKindOf, type OperationKind } from '@clutch/economy'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import { toSeconds } from '../answers.ts'
import { isOfJob, readRecipesOfJobs } from './recipe-causes.ts'

interface OperationRow {
  readonly operation_id: string
  readonly kind: number
  readonly item_id: number
  readonly item_change: number
  readonly item_after: number
  readonly cause_id: string | null
  readonly more: readonly (readonly [itemId: number, change: number, after: number])[] | null
}

/** What an operation did to one item. */
interface Line {
  readonly itemId: number
  readonly change: number
  readonly after: number
}

/**
 * A page of the operations that changed a player's items, newest first: free counts, not holds. Operations that moved
 * coins only do not appear. `lastUuid` is where the page before it ended; with `itemId` only operations that changed
 * that item, each still whole.
 */
export async function readInventoryHistory(
  context: Context,
  userId: string,
  page: { readonly lastUuid: string | undefined; readonly itemId: number | undefined },
): Promise<InventoryOperation[]> {
  const ofUser = context.store.db
    .selectFrom('operation')
    .select(['operation_id', 'kind', 'item_id', 'item_change', 'item_after', 'cause_id', 'more'])
    .where('user_id', '=', userId)
    .where('item_change', 'is not', null)
    .orderBy('operation_id', 'desc')
    .limit(INVENTORY_HISTORY_PAGE_SIZE)
  const { lastUuid, itemId } = page
  const wanted = itemId === undefined ? undefined : await readOperationsOfItem(context, userId, itemId, lastUuid)
  if (wanted?.length === 0) return []
  let query = ofUser
  if (wanted !== undefined) query = query.where('operation_id', 'in', wanted)
  else if (lastUuid !== undefined) query = query.where('operation_id', '<', lastUuid)
  const rows = (await query.execute()) as OperationRow[]
  const jobIds = rows.flatMap(({ kind, cause_id }) =>
    cause_id !== null && isOfJob(operationKindOf(kind)) ? [cause_id] : [],
  )
  const recipes = await readRecipesOfJobs(context, userId, [...new Set(jobIds)])
  return rows.map((row) => toOperation(row, recipes))
}

/** Operations whose first item it is, and those with it among others: two short walks, each through its index. */
async function readOperationsOfItem(
  context: Context,
  userId: string,
  itemId: number,
  lastUuid: string | undefined,
): Promise<string[]> {
  const before = lastUuid === undefined ? sql`` : sql`and operation_id < ${lastUuid}`
  const newest = sql`order by operation_id desc limit ${INVENTORY_HISTORY_PAGE_SIZE}`
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
  const lines: Line[] = [
    { itemId: row.item_id, change: row.item_change, after: row.item_after },
    ...(row.more ?? []).map(([itemId, change, after]) => ({ itemId, change, after })),
  ].toSorted((a, b) => a.itemId - b.itemId)
  return {
    uuid: row.operation_id,
    created_at: toSeconds(timeOfIdMs(row.operation_id)),
    operation_code: kind,
    operation_type: typeOf(lines),
    list: lines.map(({ itemId, change, after }) => ({ item_id: itemId, count: change, new_count: after })),
    cause: isOfJob(kind) ? recipeCause(recipes.get(row.cause_id ?? '')) : marketCause(kind, row),
  }
}

function typeOf(lines: readonly Line[]): InventoryOperation['operation_type'] {
  if (lines.every(({ change }) => change > 0)) return 'add'
  return lines.every(({ change }) => change < 0) ? 'remove' : 'other'
}

/** What there is to look at behind an operation. A trade's operation is also its entry in the trading history. */
function marketCause(kind: OperationKind, row: OperationRow): InventoryOperation['cause'] {
  const type = MARKET_CAUSES[kind]
  if (type === undefined) return null
  if (type === 'trade') return { type, id: row.operation_id, item_id: row.item_id }
  return row.cause_id === null ? null : { type, id: row.cause_id, item_id: row.item_id }
}

const MARKET_CAUSES: Partial<Record<OperationKind, 'lot' | 'trade'>> = {
  buy_lot: 'trade',
  sell_lot: 'trade',
  create_sell_lot: 'lot',
  create_buy_lot: 'lot',
  cancel_lot: 'lot',
}

function recipeCause(recipeId: number | undefined): InventoryOperation['cause'] {
  return recipeId === undefined ? null : { type: 'recipe', id: String(recipeId), item_id: 0 }
}
