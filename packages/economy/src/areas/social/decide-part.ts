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

/** Ends a friendship, and the trade of the two with it. */
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
 * Blocks another player. He sees what he would see without a block: a friendship that was removed, or an invitation
 * that was taken back; his own invitation goes on waiting for him alone (rules §11).
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

/** Takes a block back. What was between the two before it stays ended; nobody is told of it as of a removal. */
export function decideUnblockUser(
  world: World,
  { userId, otherId }: SocialCommand<'unblock_user'>,
  { nowMs }: DecisionContext,
): Decision {
  if (userId === otherId) return fail({ code: 'oneself' })
  const sides = sidesOf(world, userId, otherId)
  if (!sides.own.blocks) return fail({ code: 'user_not_blocked' })
  return succeed([ownBecomes(sides, 'deleted', nowMs, { blocks: false, told: 'none' })])
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
