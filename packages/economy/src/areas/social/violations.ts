import type { Violation } from '../../core/invariants.ts'
import type { UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { usersOfPair, type PairSide } from './pair.ts'

/** Promises of friendships that a world which is loaded whole breaks. */
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
    violations.push({ rule: 'friendship', detail: `${userId} counts other friends, invitations or blocks` })
  }
  return violations
}

function problemOf(own: PairSide, theirs: PairSide): string | undefined {
  if (own.state === 'accepted' && theirs.state !== 'accepted') return 'one of two is a friend'
  if (own.state === 'received' && theirs.state !== 'sent') return 'an invitation that nobody sent'
  if (own.blocks && own.state !== 'deleted') return `a block beside ${own.state}`
  return undefined
}
