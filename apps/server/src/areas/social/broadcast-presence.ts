import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PendingEvent } from '../../live/event-buffer.ts'
import type { Broadcaster } from '../../live/broadcaster.ts'
import type { Presence } from '../../live/presence.ts'
import type { Database } from '../../store/database.ts'
import { BatchLoader } from '../../store/batch-loader.ts'

export interface BroadcastPresenceOptions {
  readonly db: Kysely<Database>
  readonly broadcaster: Broadcaster
  readonly presence: Presence
  readonly log: Logger
}

/**
 * Notifies friends when a player comes online or goes offline. Friendships are looked up at that time and on both sides, so
 * that removed and blocked players are treated alike.
 * @returns a function for the first messages of a new connection: friends whose presence changed since its token was issued
 */
export function broadcastPresence({ db, broadcaster, presence, log }: BroadcastPresenceOptions): {
  readonly lately: (userId: string) => Promise<readonly PendingEvent[]>
} {
  const waiting = new Set<string>()
  let isBroadcasting = false
  const broadcastToFriends = async (userIds: readonly string[]): Promise<void> => {
    for (const { userId, friends } of await friendsOf(db, userIds)) {
      const event = toEvent(userId, presence.isOnline(userId))
      broadcaster.broadcast({ key: `presence/${userId}`, event, to: friends, hiddenFrom: [] })
    }
  }
  const broadcastAll = async (): Promise<void> => {
    isBroadcasting = true
    while (waiting.size > 0) {
      const userIds = [...waiting]
      waiting.clear()
      try {
        await broadcastToFriends(userIds)
      } catch (error) {
        log.error({ err: error }, 'sending presence to friends failed')
      }
    }
    isBroadcasting = false
  }
  presence.onChange((userIds) => {
    if (broadcaster.size === 0) return
    for (const userId of userIds) waiting.add(userId)
    if (!isBroadcasting) void broadcastAll()
  })
  const latelyOfAll = new BatchLoader(async (userIds) => {
    const changed = presence.lately()
    const events = new Map<string, PendingEvent[]>(userIds.map((userId) => [userId, []]))
    if (changed.length === 0) return events
    for (const { userId, friends } of await friendsOf(db, changed, userIds)) {
      const event = toEvent(userId, presence.isOnline(userId))
      for (const friendId of friends) events.get(friendId)?.push(event)
    }
    return events
  })
  return { lately: (userId) => latelyOfAll.find(userId) }
}

interface Friends {
  readonly userId: string
  readonly friends: readonly string[]
}

/** Friends of some players, among all or given players. */
async function friendsOf(
  db: Kysely<Database>,
  userIds: readonly string[],
  onlyIds?: readonly string[],
): Promise<Friends[]> {
  const { rows } = await sql<Friends>`
    select one.user_id as "userId", array_agg(one.friend_id::text) as friends
    from friend as one join friend as other on other.user_id = one.friend_id and other.friend_id = one.user_id
    where one.user_id = any(${userIds}::uuid[])
      and (${onlyIds ?? null}::uuid[] is null or one.friend_id = any(${onlyIds ?? null}::uuid[]))
    group by one.user_id`.execute(db)
  return rows
}

function toEvent(userId: string, isOnline: boolean): PendingEvent {
  const atMs = Date.now()
  return {
    timestampMs: atMs,
    eventId: `presence-${userId}-${atMs}`,
    payload: { case: 'friendPresenceChanged', value: { userUuid: userId, online: isOnline } },
  }
}
