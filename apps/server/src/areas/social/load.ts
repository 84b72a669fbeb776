import { asUserId, usersOfPair, type PairId, type PairSide } from '@clutch/economy'
import type { AccountLoader, EntityLoader } from '../../writer/area.ts'
import { stateCode, stateOf } from './codes.ts'
import type { FriendshipTable, InviteTimesTable } from './tables.ts'

/** Loads the players' usage of each limit. */
export const socialAccounts: AccountLoader = {
  statements: (userIds) => [
    {
      name: 'select-social-counts',
      text: `select user_id, count(*) filter (where state = ${stateCode('accepted')}) as friends,
          count(*) filter (where state = ${stateCode('sent')}) as sent, count(*) filter (where blocks) as blocks
        from friendship where user_id = any($1::uuid[]) group by user_id`,
      values: [userIds],
    },
    {
      name: 'select-invite-times',
      text: 'select user_id, times_ms from social_invite_times where user_id = any($1::uuid[])',
      values: [userIds],
    },
  ],
  add(world, [counts = [], times = []]) {
    for (const row of counts) {
      const { social } = world.account(asUserId(String(row['user_id'])))
      social.friends = Number(row['friends'])
      social.sent = Number(row['sent'])
      social.blocks = Number(row['blocks'])
    }
    for (const row of times as readonly unknown[] as readonly InviteTimesTable[]) {
      world.account(asUserId(row.user_id)).social.inviteTimesMs = row.times_ms
    }
  },
}

/** Loads both sides of a pair of players. */
export const socialPairs: EntityLoader<PairId> = {
  statements: (ids) => {
    const pairs = ids.map(usersOfPair)
    const [lows, highs] = [pairs.map(([low]) => low), pairs.map(([, high]) => high)]
    return [
      {
        name: 'select-friendships',
        text: `select friendship.* from unnest($1::uuid[], $2::uuid[]) as pair (one, other)
          join friendship on user_id = one and other_id = other`,
        values: [
          [...lows, ...highs],
          [...highs, ...lows],
        ],
      },
    ]
  },
  add(world, ids, [sides = []]) {
    for (const id of ids) world.social.add(id)
    for (const row of sides as readonly unknown[] as readonly FriendshipTable[]) {
      world.social.set(asUserId(row.user_id), asUserId(row.other_id), toSide(row))
    }
  },
}

/** Parses a row of `friendship`. */
export function toSide({
  state,
  blocks,
  since_ms,
  declined_at_ms,
}: Omit<FriendshipTable, 'user_id' | 'other_id'>): PairSide {
  return { state: stateOf(state), blocks, sinceMs: since_ms, declinedAtMs: declined_at_ms }
}
