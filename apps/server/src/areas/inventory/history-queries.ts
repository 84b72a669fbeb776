import { INVENTORY_HISTORY_PAGE_SIZE, type InventoryOperation } from '@clutch/contract'
import { operationKindOf, type OperationKind } from '@clutch/economy'
import type { Context } from '../../context.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import { isOfJob, readRecipesOfJobs } from './recipe-causes.ts'

const SECOND_MS = 1_000

interface LineRow {
  readonly operation_id: string
  readonly asset: number
  readonly kind: number
  readonly change: number
  readonly balance_after: number
  readonly cause_id: string | null
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
  const ids = await readOperationIds(context, userId, page)
  if (ids.length === 0) return []
  const lines: LineRow[] = await context.store.db
    .selectFrom('ledger_line')
    .select(['operation_id', 'asset', 'kind', 'change', 'balance_after', 'cause_id'])
    .where('user_id', '=', userId)
    .where('operation_id', 'in', ids)
    .where('asset', '>', 0)
    .orderBy('operation_id', 'desc')
    .orderBy('asset')
    .execute()
  const jobIds = lines.flatMap(({ kind, cause_id }) =>
    cause_id !== null && isOfJob(operationKindOf(kind)) ? [cause_id] : [],
  )
  const recipes = await readRecipesOfJobs(context, userId, [...new Set(jobIds)])
  const operations = Map.groupBy(lines, ({ operation_id }) => operation_id)
  return Array.from(operations.values(), (ofOne) => toOperation(ofOne, recipes))
}

/** Items are asked for as assets above 0, which an index can tell by itself; "not the coin" it could not. */
async function readOperationIds(
  context: Context,
  userId: string,
  { lastUuid, itemId }: { readonly lastUuid: string | undefined; readonly itemId: number | undefined },
): Promise<string[]> {
  let query = context.store.db
    .selectFrom('ledger_line')
    .select('operation_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('asset', '>', 0)
    .orderBy('operation_id', 'desc')
    .limit(INVENTORY_HISTORY_PAGE_SIZE)
  if (itemId !== undefined) query = query.where('asset', '=', itemId)
  if (lastUuid !== undefined) query = query.where('operation_id', '<', lastUuid)
  const rows = await query.execute()
  return rows.map((row) => row.operation_id)
}

function toOperation(lines: readonly LineRow[], recipes: ReadonlyMap<string, number>): InventoryOperation {
  const [first] = lines
  if (first === undefined) throw new Error('An operation without lines')
  const kind = operationKindOf(first.kind)
  return {
    uuid: first.operation_id,
    created_at: Math.floor(timeOfIdMs(first.operation_id) / SECOND_MS),
    operation_code: kind,
    operation_type: typeOf(lines),
    list: lines.map(({ asset, change, balance_after }) => ({
      item_id: asset,
      count: change,
      new_count: balance_after,
    })),
    cause: isOfJob(kind) ? recipeCause(recipes.get(first.cause_id ?? '')) : marketCause(kind, first),
  }
}

function typeOf(lines: readonly LineRow[]): InventoryOperation['operation_type'] {
  if (lines.every(({ change }) => change > 0)) return 'add'
  return lines.every(({ change }) => change < 0) ? 'remove' : 'other'
}

/** What there is to look at behind an operation. A trade's operation is also its entry in the trading history. */
function marketCause(kind: OperationKind, line: LineRow): InventoryOperation['cause'] {
  const type = MARKET_CAUSES[kind]
  if (type === undefined) return null
  if (type === 'trade') return { type, id: line.operation_id, item_id: line.asset }
  return line.cause_id === null ? null : { type, id: line.cause_id, item_id: line.asset }
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
