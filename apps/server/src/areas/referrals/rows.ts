import type {
  DueSubject,
  ReferralAdvanced,
  ReferralBegan,
  ReferralEarned,
  ReferralRewarded,
  UserId,
} from '@clutch/economy'
import { overRows } from '../../store/statement.ts'
import type { AreaRows } from '../../writer/area.ts'

/** Rows of referrals that a batch writes: new and earned ones, and which side was rewarded. */
export function collectReferralRows(): AreaRows {
  const began: ReferralBegan[] = []
  const advanced = new Map<UserId, ReferralAdvanced>()
  const earned: ReferralEarned[] = []
  const rewarded: ReferralRewarded[] = []
  const users = new Set<UserId>()
  return {
    on: {
      referral_began: (event) => void began.push(event),
      referral_advanced: (event) => void advanced.set(event.userId, event),
      referral_earned(event) {
        earned.push(event)
        users.add(event.userId).add(event.referrerId)
      },
      referral_rewarded(event) {
        rewarded.push(event)
        users.add(event.userId)
      },
    },
    dueSubjects: () => Array.from(users, (id): DueSubject => ({ kind: 'player', id })),
    statements: () => [
      overRows(
        'insert-referrals',
        began,
        [({ userId }) => userId, ({ referrerId }) => referrerId, ({ atMs }) => atMs],
        `insert into referral (user_id, referrer_id, began_at_ms) select * from unnest($1::uuid[], $2::uuid[], $3::bigint[])`,
      ),
      overRows(
        'advance-referrals',
        [...advanced.values()],
        [({ userId }) => userId, ({ tradedCoins }) => tradedCoins],
        `update referral set traded_coins = advanced.coins from unnest($1::uuid[], $2::bigint[]) as advanced (user_id, coins)
        where referral.user_id = advanced.user_id`,
      ),
      overRows(
        'mark-referrals-earned',
        earned,
        [({ userId }) => userId, ({ dueAtMs }) => dueAtMs],
        `update referral set earned_at_ms = earned.at_ms from unnest($1::uuid[], $2::bigint[]) as earned (user_id, at_ms)
        where referral.user_id = earned.user_id`,
      ),
      markRewarded(
        'newcomer',
        rewarded.filter(({ userId, newcomerId }) => userId === newcomerId),
      ),
      markRewarded(
        'referrer',
        rewarded.filter(({ userId, newcomerId }) => userId !== newcomerId),
      ),
    ],
  }
}

function markRewarded(who: 'newcomer' | 'referrer', rewarded: readonly ReferralRewarded[]) {
  return overRows(
    `mark-${who}s-rewarded`,
    rewarded,
    [({ newcomerId }) => newcomerId],
    `update referral set ${who}_rewarded = true where user_id = any($1::uuid[])`,
  )
}
