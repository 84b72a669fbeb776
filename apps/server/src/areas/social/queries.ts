import { FOUND_USERS_MAX } from '@clutch/contract/constants'
import type { BlockedUser, FoundUser, Friend, FriendshipStatus, Invitation } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { friendshipStatusOf } from '@clutch/economy'
import type { Context } from '../../context.ts'
import { selectByNamePart } from '../players/name-parts.ts'
import { stateCode } from './codes.ts'
import { toSide } from './load.ts'
import type { FriendshipTable } from './tables.ts'

/*
 * All queries read only the caller's own rows; blocks by others are stored in those players' rows.
 */

/** Players whose name contains a text; a single character matches whole names only. */
export async function findUsers(context: Context, userId: string, q: string): Promise<FoundUser[]> {
  const text = q.trim()
  if (text === '') return []
  const { db } = context.store
  const { rows } = await selectByNamePart(text, FOUND_USERS_MAX, userId).execute(db)
  const ids = rows.map((row) => row.user_id)
  if (ids.length === 0) return []
  const [players, own] = await Promise.all([
    db.selectFrom('player').select(['user_id', 'name']).where('user_id', 'in', ids).execute(),
    db.selectFrom('friendship').selectAll().where('user_id', '=', userId).where('other_id', 'in', ids).execute(),
  ])
  const names = new Map(players.map((player) => [player.user_id, player.name]))
  const statuses = new Map(own.map((row) => [row.other_id, toStatus(row)]))
  return ids.map((id) => ({ user_uuid: id, name: names.get(id) ?? '', status: statuses.get(id) ?? 'none' }))
}

/** @param isOnline whether a player has an open live connection */
export async function readFriends(
  context: Context,
  userId: string,
  isOnline: (userId: string) => boolean,
): Promise<Friend[]> {
  const rows = await ownSides(context, userId).where('state', '=', stateCode('accepted')).execute()
  return rows.toSorted(byName).map((row) => ({
    user_uuid: row.other_id,
    name: row.name,
    status: 'accepted' as const,
    online: isOnline(row.other_id),
    since: toSeconds(row.since_ms),
  }))
}

export async function readInvitations(context: Context, userId: string): Promise<Invitation[]> {
  const waiting = [stateCode('sent'), stateCode('received')]
  const rows = await ownSides(context, userId).where('state', 'in', waiting).execute()
  return rows
    .toSorted((a, b) => b.since_ms - a.since_ms || byName(a, b))
    .map((row) => ({
      user_uuid: row.other_id,
      name: row.name,
      created_at: toSeconds(row.since_ms),
      direction: row.state === stateCode('sent') ? ('out' as const) : ('in' as const),
    }))
}

export async function readBlocked(context: Context, userId: string): Promise<BlockedUser[]> {
  const rows = await ownSides(context, userId).where('blocks', '=', true).execute()
  return rows
    .toSorted(byName)
    .map((row) => ({ user_uuid: row.other_id, name: row.name, blocked_at: toSeconds(row.since_ms) }))
}

export async function readStatus(context: Context, userId: string, otherId: string): Promise<FriendshipStatus> {
  const row = await context.store.db
    .selectFrom('friendship')
    .selectAll()
    .where('user_id', '=', userId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  return row === undefined ? 'none' : toStatus(row)
}

/** The caller's sides with the other players' names. */
function ownSides(context: Context, userId: string) {
  return context.store.db
    .selectFrom('friendship')
    .innerJoin('player', 'player.user_id', 'friendship.other_id')
    .select(['other_id', 'state', 'since_ms', 'player.name'])
    .where('friendship.user_id', '=', userId)
}

function toStatus(row: FriendshipTable): FriendshipStatus {
  return friendshipStatusOf(toSide(row))
}

function byName(a: { name: string; other_id: string }, b: { name: string; other_id: string }): number {
  return a.name.localeCompare(b.name) || (a.other_id < b.other_id ? -1 : 1)
}
