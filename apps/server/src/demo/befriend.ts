import type { Command } from '@clutch/economy'
import type { Trader } from './traders.ts'

/** Each trader befriends the traders at these distances after them in the list. */
const DISTANCES = [1, 2, 7]

/** Commands that make the demo traders friends with each other. */
export function befriend(traders: readonly Trader[]): Command[] {
  const pairs = traders.flatMap((trader, index) =>
    DISTANCES.flatMap((distance) => {
      const other = traders[(index + distance) % traders.length]
      return other === undefined || other === trader ? [] : [[trader.userId, other.userId] as const]
    }),
  )
  return pairs.flatMap(([userId, otherId]): Command[] => [
    { type: 'send_friend_invite', userId, otherId },
    { type: 'accept_friend_invite', userId: otherId, otherId: userId },
  ])
}
