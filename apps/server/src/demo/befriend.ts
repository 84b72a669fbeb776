import type { Command } from '@clutch/economy'
import type { Trader } from './traders.ts'

/** Each trader is a friend of those who stand so many places after him. */
const DISTANCES = [1, 2, 7]

/** Invitations and acceptances by which the traders of a demo come to know each other. */
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
