import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { endTradeOfPair } from '../trades/end-trade.ts'
import { BLOCKS_MAX } from './limits.ts'
import { ownBecomes, sidesOf, theirsBecomes, type Sides } from './sides.ts'
import type { SocialCommand } from './social.ts'

type Decision = Result<EconomyEvent[], Rejection>

/** Ends a friendship and the players' open trade. */
export function decideRemoveFriend(
  world: World,
  { userId, otherId }: SocialCommand<'remove_friend'>,
  { nowMs }: DecisionContext,
): Decision {
  if (userId === otherId) return fail({ code: 'oneself' })
  const sides = sidesOf(world, userId, otherId)
  if (sides.own.state !== 'accepted') return fail({ code: 'not_friends' })
  return succeed([
    ownBecomes(sides, 'deleted', nowMs),
    theirsBecomes(sides, 'deleted', nowMs),
    ...endTradeOfPair(world, userId, otherId, nowMs),
  ])
}

/**
 * Blocks another player, who only sees a removed friendship or a cancelled invitation; their own invitation stays
 * pending on their side (rules §11).
 */
export function decideBlockUser(
  world: World,
  { userId, otherId }: SocialCommand<'block_user'>,
  { nowMs }: DecisionContext,
): Decision {
  if (userId === otherId) return fail({ code: 'oneself' })
  const sides = sidesOf(world, userId, otherId)
  if (sides.own.blocks) return succeed([])
  if (world.account(userId).social.blocks >= BLOCKS_MAX) {
    return fail({ code: 'too_many_requests', limit: 'blocks', max: BLOCKS_MAX })
  }
  return succeed([
    ownBecomes(sides, 'deleted', nowMs, { blocks: true }),
    ...seenByBlocked(sides, nowMs),
    ...endTradeOfPair(world, userId, otherId, nowMs),
  ])
}

/** Lifts a block. The earlier friendship stays ended, and no removal is broadcast. */
export function decideUnblockUser(
  world: World,
  { userId, otherId }: SocialCommand<'unblock_user'>,
  { nowMs }: DecisionContext,
): Decision {
  if (userId === otherId) return fail({ code: 'oneself' })
  const sides = sidesOf(world, userId, otherId)
  if (!sides.own.blocks) return fail({ code: 'user_not_blocked' })
  return succeed([ownBecomes(sides, 'deleted', nowMs, { blocks: false, sentStatus: 'none' })])
}

function seenByBlocked(sides: Sides, nowMs: number): EconomyEvent[] {
  switch (sides.theirs.state) {
    case 'accepted':
      return [theirsBecomes(sides, 'deleted', nowMs)]
    case 'received':
      return [theirsBecomes(sides, 'none', nowMs)]
    case 'none':
    case 'sent':
    case 'declined':
    case 'deleted':
      return []
  }
}
