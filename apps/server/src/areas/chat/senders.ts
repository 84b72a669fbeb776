import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { Draft } from './draft.ts'
import { BURST_MAX, type EarlierMessage, type SenderFacts } from './decide-message.ts'
import './tables.ts'

/** What is known of a sender, for all channels of a batch. */
export interface Sender {
  readonly name: string
  readonly timeOut: SenderFacts['timeOut']
  latest: readonly EarlierMessage[]
  readonly lastInChannelMs: Map<string, number>
}

interface SenderRow {
  readonly user_id: string
  readonly name: string
  readonly until_ms: number | null
  readonly reason: string | null
  readonly latest: readonly EarlierMessage[] | null
  readonly last_in_channels: readonly { readonly channelId: string; readonly sentAtMs: number }[] | null
}

/** Everything that bears on what these players may send, by player. */
export async function readSenders(trx: Transaction<Database>, batch: readonly Draft[]): Promise<Map<string, Sender>> {
  const senderIds = [...new Set(batch.map(({ senderId }) => senderId))]
  const pairs = new Map(
    batch.flatMap(({ senderId, content }) =>
      content.ok ? [[`${senderId} ${content.value.channel.id}`, [senderId, content.value.channel.id]] as const] : [],
    ),
  )
  const { rows } = await sql<SenderRow>`
    select player.user_id, player.name, time_out.until_ms, time_out.reason,
      (select json_agg(json_build_object('channelId', channel_id, 'text', text, 'sentAtMs', sent_at_ms) order by message_id desc)
        from (select * from chat_message where sender_id = player.user_id order by message_id desc limit ${BURST_MAX}) as newest
      ) as latest,
      (select json_agg(json_build_object('channelId', pair.channel_id, 'sentAtMs', newest.sent_at_ms))
        from unnest(${[...pairs.values()].map(([sender]) => sender)}::uuid[],
          ${[...pairs.values()].map(([, channel]) => channel)}::text[]) as pair (sender_id, channel_id)
        cross join lateral (
          select sent_at_ms from chat_message
          where sender_id = pair.sender_id and channel_id = pair.channel_id order by message_id desc limit 1
        ) as newest
        where pair.sender_id = player.user_id
      ) as last_in_channels
    from player left join chat_time_out as time_out on time_out.user_id = player.user_id
    where player.user_id = any(${senderIds}::uuid[])`.execute(trx)
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        name: row.name,
        timeOut: row.until_ms === null ? undefined : { untilMs: row.until_ms, reason: row.reason ?? '' },
        latest: row.latest ?? [],
        lastInChannelMs: new Map((row.last_in_channels ?? []).map(({ channelId, sentAtMs }) => [channelId, sentAtMs])),
      },
    ]),
  )
}

/** Slow modes that moderators have set, in seconds, by channel. */
export async function readSlowModes(trx: Transaction<Database>, batch: readonly Draft[]): Promise<Map<string, number>> {
  const ids = new Set(batch.flatMap(({ content }) => (content.ok ? [content.value.channel.id] : [])))
  const rows = await trx
    .selectFrom('chat_slow_mode')
    .selectAll()
    .where(sql<boolean>`channel_id = any(${[...ids]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.channel_id, row.slow_mode_sec]))
}
