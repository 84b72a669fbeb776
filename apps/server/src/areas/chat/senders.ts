import { sql, type RawBuilder } from 'kysely'
import { isAtLeast, roleOf } from '../../auth/roles.ts'
import type { Config } from '../../config.ts'
import { BURST_MAX, type EarlierMessage, type SenderFacts } from './decide-message.ts'
import type { Draft } from './draft.ts'

/** A sender's state in all channels of a batch. */
export interface Sender {
  readonly name: string
  readonly isModerator: boolean
  /** Players who have blocked the sender and do not receive the message. */
  readonly blockedBy: readonly string[]
  readonly timeOut: SenderFacts['timeOut']
  latest: readonly EarlierMessage[]
  readonly lastInChannelMs: Map<string, number>
}

export interface SenderRow {
  readonly userId: string
  readonly name: string
  readonly steamId: string
  readonly role: string
  readonly blockedBy: readonly string[]
  readonly untilMs: number | null
  readonly reason: string | null
  readonly latest: readonly EarlierMessage[] | null
  readonly lastInChannels: readonly { readonly channelId: string; readonly sentAtMs: number }[] | null
}

/** Subqueries for everything that affects what these players may send. */
export function sendersOf(batch: readonly Draft[]): RawBuilder<readonly SenderRow[]> {
  const senderIds = [...new Set(batch.map(({ senderId }) => senderId))]
  const pairs = new Map(
    batch.flatMap(({ senderId, content }) =>
      content.ok ? [[`${senderId} ${content.value.channel.id}`, [senderId, content.value.channel.id]] as const] : [],
    ),
  )
  return sql`(select coalesce(json_agg(json_build_object('userId', player.user_id, 'name', player.name,
      'steamId', player.steam_id, 'role', player.role,
      'blockedBy', (select coalesce(json_agg(user_id), '[]') from user_block where blocked_id = player.user_id),
      'untilMs', time_out.until_ms, 'reason', time_out.reason,
      'latest', (select json_agg(json_build_object('channelId', channel_id, 'text', text, 'sentAtMs', sent_at_ms) order by message_id desc)
        from (select * from chat_message where sender_id = player.user_id order by message_id desc limit ${BURST_MAX}) as newest
      ),
      'lastInChannels', (select json_agg(json_build_object('channelId', pair.channel_id, 'sentAtMs', newest.sent_at_ms))
        from unnest(${[...pairs.values()].map(([sender]) => sender)}::uuid[],
          ${[...pairs.values()].map(([, channel]) => channel)}::text[]) as pair (sender_id, channel_id)
        cross join lateral (
          select sent_at_ms from chat_message
          where sender_id = pair.sender_id and channel_id = pair.channel_id order by message_id desc limit 1
        ) as newest
        where pair.sender_id = player.user_id
      ))), '[]')
    from player left join chat_time_out as time_out on time_out.user_id = player.user_id
    where player.user_id = any(${senderIds}::uuid[]))`
}

/** Parses senders, by player. */
export function toSenders(rows: readonly SenderRow[], config: Pick<Config, 'adminSteamIds'>): Map<string, Sender> {
  return new Map(
    rows.map(({ userId, name, steamId, role, blockedBy, untilMs, reason, latest, lastInChannels }) => [
      userId,
      {
        name,
        isModerator: isAtLeast(roleOf(config, { steamId, role }), 'moderator'),
        blockedBy,
        timeOut: untilMs === null ? undefined : { untilMs, reason: reason ?? '' },
        latest: latest ?? [],
        lastInChannelMs: new Map((lastInChannels ?? []).map(({ channelId, sentAtMs }) => [channelId, sentAtMs])),
      },
    ]),
  )
}

/** Adds a message to the sender's recent ones. */
export function addLatest(sender: Sender, message: EarlierMessage): void {
  sender.latest = [message, ...sender.latest].slice(0, BURST_MAX)
  sender.lastInChannelMs.set(message.channelId, message.sentAtMs)
}
