import { CHAT_HISTORY_PAGE_SIZE, CHAT_UNREAD_MAX, type ChatMessage } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { blockedBy } from './relations.ts'
import type { DeletedByCode } from './tables.ts'

const DELETED_BY: Readonly<Record<DeletedByCode, ChatMessage['deleted_by']>> = { 1: 'sender', 2: 'moderator' }

interface MessageRow {
  readonly message_id: number
  readonly channel_id: string
  readonly sender_id: string
  readonly name: string
  readonly text: string
  readonly sent_at_ms: number
  readonly deleted_by: DeletedByCode | null
}

/** Selects messages with the names of their senders. */
export function messages(db: Kysely<Database>) {
  return db
    .selectFrom('chat_message')
    .innerJoin('player', 'player.user_id', 'chat_message.sender_id')
    .select(['message_id', 'channel_id', 'sender_id', 'player.name', 'text', 'sent_at_ms', 'deleted_by'])
}

/** A message as shown to players: a deleted one has only its tombstone. */
export function toMessage(row: MessageRow): ChatMessage {
  const deletedBy = row.deleted_by === null ? null : DELETED_BY[row.deleted_by]
  return {
    id: row.message_id,
    channel_id: row.channel_id,
    user_uuid: row.sender_id,
    sender_name: row.name,
    text: deletedBy === null ? row.text : '',
    sent_at: toSeconds(row.sent_at_ms),
    deleted_by: deletedBy,
  }
}

/**
 * The newest messages of a channel before an id, newest first, without those of players blocked by the reader
 * (rules §12).
 */
export async function readHistory(
  db: Kysely<Database>,
  channelId: string,
  beforeId: number | undefined,
  userId: string,
): Promise<{ messages: ChatMessage[]; has_more: boolean }> {
  const rows = await messages(db)
    .where('channel_id', '=', channelId)
    .where('message_id', '<', beforeId ?? Number.MAX_SAFE_INTEGER)
    .where(sql<boolean>`sender_id not in ${blockedBy(userId)}`)
    .orderBy('message_id', 'desc')
    .limit(CHAT_HISTORY_PAGE_SIZE + 1)
    .execute()
  return {
    messages: rows.slice(0, CHAT_HISTORY_PAGE_SIZE).map(toMessage),
    has_more: rows.length > CHAT_HISTORY_PAGE_SIZE,
  }
}

export interface ReadState {
  readonly channelId: string
  readonly lastReadId: number
  readonly unread: number
  /** Id of the newest message that is included in the count. */
  readonly newestId: number
}

/**
 * A player's read marks, and the number of unread messages of others after them, computed and capped at
 * `CHAT_UNREAD_MAX`. In channels never opened, messages from before the player's first day do not count.
 */
export async function readStates(
  db: Kysely<Database>,
  userId: string,
  channelIds: readonly string[],
): Promise<ReadState[]> {
  const { rows } = await sql<ReadState>`
    select channel.id as "channelId", coalesce(mark.message_id, 0) as "lastReadId", unread.count as unread,
      state.last_message_id as "newestId"
    from unnest(${channelIds}::text[]) as channel (id)
    cross join chat_state as state
    left join chat_read_mark as mark on mark.channel_id = channel.id and mark.user_id = ${userId}
    cross join lateral (
      select count(*)::integer as count from (
        select from chat_message
        where channel_id = channel.id and message_id > coalesce(mark.message_id, 0) and deleted_by is null
          and sender_id <> ${userId} and sender_id not in ${blockedBy(userId)}
          and (mark.message_id is not null
            or sent_at_ms >= (select created_at_ms from player where user_id = ${userId}))
        limit ${CHAT_UNREAD_MAX}
      ) as newer
    ) as unread`.execute(db)
  return rows
}

/** Moves a mark forward, at most to the newest message; never backward. */
export async function moveMark(
  db: Kysely<Database>,
  userId: string,
  channelId: string,
  messageId: number,
): Promise<void> {
  await sql`insert into chat_read_mark as mark (user_id, channel_id, message_id)
    select ${userId}, ${channelId}, least(${messageId}::bigint, last_message_id) from chat_state
    on conflict (user_id, channel_id) do update set message_id = excluded.message_id
    where mark.message_id < excluded.message_id`.execute(db)
}
