import type { FriendshipChanged, InvitesCounted } from '@clutch/economy'
import { jsonCell, overRows } from '../../store/statement.ts'
import type { AreaRows } from '../../writer/area.ts'
import { stateCode } from './codes.ts'

/** Rows of friendships: the final state of each changed side. */
export function collectSocialRows(): AreaRows {
  const sides = new Map<string, FriendshipChanged>()
  const times = new Map<string, InvitesCounted>()
  return {
    on: {
      friendship_changed: (event) => void sides.set(`${event.userId}/${event.otherId}`, event),
      invites_counted: (event) => void times.set(event.userId, event),
    },
    statements: () => [
      overRows(
        'upsert-friendships',
        [...sides.values()],
        [
          ({ userId }) => userId,
          ({ otherId }) => otherId,
          ({ side }) => stateCode(side.state),
          ({ side }) => String(side.blocks),
          ({ side }) => side.sinceMs,
          ({ side }) => side.declinedAtMs,
        ],
        `insert into friendship (user_id, other_id, state, blocks, since_ms, declined_at_ms)
        select * from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::boolean[], $5::bigint[], $6::bigint[])
        on conflict (user_id, other_id) do update set state = excluded.state, blocks = excluded.blocks,
          since_ms = excluded.since_ms, declined_at_ms = excluded.declined_at_ms`,
      ),
      overRows(
        'upsert-invite-times',
        [...times.values()],
        [({ userId }) => userId, ({ timesMs }) => jsonCell(timesMs)],
        `insert into social_invite_times (user_id, times_ms)
        select user_id, times_ms::json from unnest($1::uuid[], $2::text[]) as row (user_id, times_ms)
        on conflict (user_id) do update set times_ms = excluded.times_ms`,
      ),
    ],
  }
}
