import type { Violation } from '../../core/invariants.ts'
import type { World } from '../../core/world.ts'
import { pairOfTrade } from './trades.ts'

/** Violated invariants of trades in a fully loaded world. */
export function findTradeViolations(world: World): Violation[] {
  const open = new Set<string>()
  return world.trades.all().flatMap((trade) => {
    const [low, high] = trade.sides
    const problems: string[] = []
    if (trade.status === 'active') {
      const pairId = pairOfTrade(trade)
      if (open.has(pairId)) problems.push('a second open trade of two players')
      open.add(pairId)
      if (!world.social.has(pairId) || !world.social.areFriends(low.userId, high.userId)) problems.push('not friends')
      if (low.confirmation === 'seen' && high.confirmation === 'seen') problems.push('confirmed and not completed')
    }
    if ((trade.status === 'active') !== (trade.endedAtMs === 0)) problems.push(`${trade.status} with a wrong end time`)
    if (low.userId >= high.userId) problems.push('sides in the wrong order')
    return problems.map((problem) => ({ rule: 'trade', detail: `${trade.id}: ${problem}` }))
  })
}
