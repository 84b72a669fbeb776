import { OPERATIONS_PAGE_SIZE, type LedgerOperation, type PlayerFile } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { COINS, operationKindOf } from '@clutch/economy'
import type { OperationTable } from '../../store/database.ts'
import { timeOfIdMs } from '../../writer/writer-clock.ts'
import type { AuthContext } from '../auth/sign-in.ts'

const NOTES_SHOWN_MAX = 50

/** A player's account as shown to operators; undefined if there is no such player. */
export async function readPlayerFile(
  { store, sessions }: AuthContext,
  steamId: string,
): Promise<PlayerFile | undefined> {
  const { db } = store
  const player = await db.selectFrom('player').selectAll().where('steam_id', '=', steamId).executeTakeFirst()
  if (player === undefined) return undefined
  const userId = player.user_id
  const [open, notes, lots, jobs, frozen] = await Promise.all([
    sessions.listOf(userId),
    db
      .selectFrom('audit_log')
      .select(['audit_id', 'at_ms', 'actor_name', 'reason'])
      .where('target', '=', steamId)
      .where('action', '=', 'user.note')
      .where('outcome', '=', 'done')
      .orderBy('audit_id', 'desc')
      .limit(NOTES_SHOWN_MAX)
      .execute(),
    db.selectFrom('lot').select('lot_id').where('owner_id', '=', userId).execute(),
    db.selectFrom('job').select('job_id').where('user_id', '=', userId).execute(),
    db.selectFrom('trading_freeze').select('reason').where('user_id', '=', userId).executeTakeFirst(),
  ])
  const isBanned = player.banned_until_ms > Date.now()
  return {
    sessions: open.map(({ sessionId, openedAtMs, refreshedAtMs, device }) => ({
      id: sessionId,
      opened_at: toSeconds(openedAtMs),
      refreshed_at: toSeconds(refreshedAtMs),
      device,
    })),
    notes: notes.map((row) => ({
      id: row.audit_id,
      time: toSeconds(row.at_ms),
      author: row.actor_name,
      text: row.reason,
    })),
    banned_until: isBanned ? toSeconds(player.banned_until_ms) : 0,
    trading_frozen: frozen?.reason ?? '',
    ban_reason: isBanned ? player.ban_reason : '',
    open_lots: lots.length,
    open_jobs: jobs.length,
  }
}

/** A page of a player's ledger, newest first: every operation with all its lines. */
export async function readOperations(
  { store }: AuthContext,
  userId: string,
  lastId: string | undefined,
): Promise<LedgerOperation[]> {
  let query = store.db
    .selectFrom('operation')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('operation_id', 'desc')
    .limit(OPERATIONS_PAGE_SIZE)
  if (lastId !== undefined) query = query.where('operation_id', '<', lastId)
  return (await query.execute()).map(toLedgerOperation)
}

/** Converts a row to its form for operators: coins first, then every item. */
export function toLedgerOperation(row: OperationTable): LedgerOperation {
  return {
    id: row.operation_id,
    time: toSeconds(timeOfIdMs(row.operation_id)),
    kind: operationKindOf(row.kind),
    lines: [
      ...(row.coin_change === null ? [] : [{ asset: COINS, change: row.coin_change, after: row.coin_after ?? 0 }]),
      ...(row.item_change === null || row.item_id === null
        ? []
        : [{ asset: row.item_id, change: row.item_change, after: row.item_after ?? 0 }]),
      ...(row.more ?? []).map(([asset, change, after]) => ({ asset, change, after })),
    ],
    cause_id: row.cause_id,
    actor_id: row.actor_id,
  }
}
