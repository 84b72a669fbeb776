import { OPERATION_KINDS, type Command, type EconomyEvent, type UserId, type World } from '@clutch/economy'
import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { referralAccounts } from './load.ts'
import { gatherReferralRows } from './rows.ts'

declare module '../../writer/outcome.ts' {
  interface Answers {
    earn_referral: { done: true }
  }
}

/** Referrals: both sides are rewarded once the new player has traded with somebody else (rules §13). */
export const referralsArea = {
  name: 'referrals',
  accounts: referralAccounts,
  rows: gatherReferralRows,
  answers: { earn_referral: () => ({ done: true }) },
  followUps: earnByTrading,
  auditPlayers: [
    {
      rule: 'referral',
      queryOf: (isOfSome) => sql`with reward as (
          select user_id, cause_id from operation where kind = ${OPERATION_KINDS.referral.code} and ${isOfSome}
        )
        select format('%s was rewarded %s times for the referral of %s', user_id, count(*), cause_id) as detail
        from reward group by user_id, cause_id having count(*) > 1
        union all
        select format('%s was rewarded for the referral of %s, which says otherwise', reward.user_id, cause_id)
        from reward left join referral on referral.user_id = cause_id
        where case reward.user_id
          when referral.user_id then not newcomer_rewarded
          when referral.referrer_id then not referrer_rewarded
          else true end`,
    },
  ],
} satisfies ServerArea

/** Whoever came by a link and has just traded with somebody other than the one whose link it was. */
function earnByTrading(world: World, events: readonly EconomyEvent[]): readonly Command[] {
  const earners = new Set<UserId>()
  for (const event of events) {
    for (const [userId, otherId] of tradersOf(event)) {
      const { referrerId } = world.account(userId).referral
      if (referrerId !== undefined && referrerId !== otherId) earners.add(userId)
    }
  }
  return Array.from(earners, (userId) => ({ type: 'earn_referral', userId }))
}

const NOBODY: readonly never[] = []

/** Both players of a trade, each with the other. A present, where one side gives nothing, is no trade. */
function tradersOf(event: EconomyEvent): readonly (readonly [UserId, UserId])[] {
  if (event.type === 'traded') {
    const { buyerId, sellerId } = event
    return [
      [buyerId, sellerId],
      [sellerId, buyerId],
    ]
  }
  if (event.type !== 'trade_changed' || event.trade.status !== 'completed') return NOBODY
  const [low, high] = event.trade.sides
  if ([low, high].some(({ offer }) => offer.coins === 0 && offer.items.length === 0)) return NOBODY
  return [
    [low.userId, high.userId],
    [high.userId, low.userId],
  ]
}
