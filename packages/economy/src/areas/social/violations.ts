import type { Violation } from '../../core/invariants.ts'
import type { UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { usersOfPair, type PairSide } from './pair.ts'

/** Violated invariants of friendships in a fully loaded world. */
export function findSocialViolations(world: World): Violation[] {
  const violations: Violation[] = []
  const counted = new Map<UserId, { friends: number; sent: number; blocks: number }>()
  for (const id of world.social.ids()) {
    const [low, high] = usersOfPair(id)
    for (const [userId, otherId] of [
      [low, high],
      [high, low],
    ] as const) {
      const own = world.social.side(userId, otherId)
      const problem = problemOf(own, world.social.side(otherId, userId))
      if (problem !== undefined) violations.push({ rule: 'friendship', detail: `${userId} → ${otherId}: ${problem}` })
      const counts = counted.get(userId) ?? { friends: 0, sent: 0, blocks: 0 }
      if (own.state === 'accepted') counts.friends += 1
      if (own.state === 'sent') counts.sent += 1
      if (own.blocks) counts.blocks += 1
      counted.set(userId, counts)
    }
  }
  for (const { userId, social } of world.accounts()) {
    const { friends, sent, blocks } = counted.get(userId) ?? { friends: 0, sent: 0, blocks: 0 }
    if (social.friends === friends && social.sent === sent && social.blocks === blocks) continue
    violations.push({ rule: 'friendship', detail: `${userId} has wrong counts of friends, invitations or blocks` })
  }
  return violations
}

function problemOf(own: PairSide, theirs: PairSide): string | undefined {
  if (own.state === 'accepted' && theirs.state !== 'accepted') return 'only one side is a friend'
  if (own.state === 'received' && theirs.state !== 'sent') return 'an invitation without a sender'
  if (own.blocks && own.state !== 'deleted') return `a block in state ${own.state}`
  return undefined
}
