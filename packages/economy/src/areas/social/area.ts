import type { Area } from '../../core/area.ts'
import type { CommandNeeds, EntityRef } from '../../core/needs.ts'
import type { UserId } from '../../core/numbers.ts'
import type { Violation } from '../../core/invariants.ts'
import type { World } from '../../core/world.ts'
import { tradeRefsOf } from '../trades/trades.ts'
import {
  decideAcceptFriendInvite,
  decideCancelInvitation,
  decideDeclineFriendInvite,
  decideSendFriendInvite,
} from './decide-invite.ts'
import { decideBlockUser, decideRemoveFriend, decideUnblockUser } from './decide-part.ts'
import { pairIdOf } from './pair.ts'
import { Pairs } from './pairs.ts'
import { applyFriendshipChanged } from './sides.ts'
import { findSocialViolations } from './violations.ts'
import './social.ts'

/** Friends, invitations and blocks (rules §11). */
export const social = {
  name: 'social',
  commands: {
    send_friend_invite: { decide: decideSendFriendInvite, needs: needsOfPair, touchesStock: false },
    accept_friend_invite: { decide: decideAcceptFriendInvite, needs: needsOfPair, touchesStock: false },
    decline_friend_invite: { decide: decideDeclineFriendInvite, needs: needsOfPair, touchesStock: false },
    cancel_invitation: { decide: decideCancelInvitation, needs: needsOfPair, touchesStock: false },
    remove_friend: { decide: decideRemoveFriend, needs: needsOfPair, touchesStock: false },
    block_user: { decide: decideBlockUser, needs: needsOfPair, touchesStock: false },
    unblock_user: { decide: decideUnblockUser, needs: needsOfPair, touchesStock: false },
  },
  apply: {
    friendship_changed: applyFriendshipChanged,
    invites_counted: (world, { userId, timesMs }) => {
      world.account(userId).social.inviteTimesMs = timesMs
    },
  },
  createAccountParts: () => ({ social: { friends: 0, sent: 0, blocks: 0, inviteTimesMs: [] } }),
  createWorldParts: () => ({ social: new Pairs() }),
  entities: {
    pair: {
      has: (world, id) => world.social.has(id),
      drop: (world, id) => world.social.drop(id),
      size: () => 1,
    },
  },
  findViolations: (world): Violation[] => findSocialViolations(world),
} as const satisfies Area

/** Both players, their pair, and their open trade, which ends with a friendship. */
function needsOfPair(
  world: World,
  { userId, otherId }: { readonly userId: UserId; readonly otherId: UserId },
): CommandNeeds {
  if (userId === otherId) return { users: [userId] }
  const id = pairIdOf(userId, otherId)
  const pair: EntityRef = { kind: 'pair', id }
  return { users: [userId, otherId], entities: [pair, ...tradeRefsOf(world, id)] }
}
