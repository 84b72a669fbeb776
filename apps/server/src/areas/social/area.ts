import { toSecondsBy } from '@clutch/contract/formats'
import { FriendshipStatus as LiveStatus } from '@clutch/contract/live'
import type { FriendshipStatus } from '@clutch/economy'
import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { socialResponses } from './responses.ts'
import { socialAccounts, socialPairs } from './load.ts'
import { collectSocialRows } from './rows.ts'
import './tables.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** New status of another player for a player, as far as visible to them. */
    readonly social: readonly FriendUpdate[]
  }
}

interface FriendUpdate {
  readonly userId: string
  readonly otherId: string
  readonly status: FriendshipStatus
}

const LIVE_STATUSES = {
  none: LiveStatus.NONE,
  pending: LiveStatus.PENDING,
  accepted: LiveStatus.ACCEPTED,
  declined: LiveStatus.DECLINED,
  blocked: LiveStatus.BLOCKED,
  deleted: LiveStatus.DELETED,
} as const

/** Friends, invitations and blocks (rules §11). */
export const socialArea = {
  name: 'social',
  accounts: socialAccounts,
  entities: { pair: socialPairs },
  rows: collectSocialRows,
  responses: socialResponses,
  rejections: {
    too_many_requests: ({ code, limit, max }) => ({ code, params: { limit, max } }),
    too_soon: ({ code, untilMs }) => ({ code, params: { retry_at: toSecondsBy(untilMs) } }),
  },
  updates() {
    const social: FriendUpdate[] = []
    return {
      on: {
        friendship_changed({ userId, otherId, sentStatus: status }) {
          if (status !== null) social.push({ userId, otherId, status })
        },
      },
      take: () => (social.length === 0 ? {} : { social }),
    }
  },
  frames({ social = [] }, sink, messageId) {
    for (const [index, { userId, otherId, status }] of social.entries()) {
      const value = { status: LIVE_STATUSES[status], userUuid: otherId }
      sink.toPlayer(userId, `friend/${messageId}/${index}`, { case: 'socialFriendChanged', value })
    }
  },
  checks: [
    {
      rule: 'friendship',
      query: sql`select format('%s is a friend of %s, not the other way round', one.user_id, one.friend_id) as detail
        from friend as one left join friend as other on other.user_id = one.friend_id and other.friend_id = one.user_id
        where other.user_id is null`,
    },
  ],
} satisfies ServerArea
