import {
  AMOUNT_MAX,
  asCoins,
  OPERATION_KINDS,
  type Command,
  type EconomyEvent,
  type UserId,
  type World,
} from '@clutch/economy'
import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { referralAccounts } from './load.ts'
import { collectReferralRows } from './rows.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    earn_referral: { done: true }
  }
}

/** Referrals: both sides are rewarded once the new player has traded enough with others (rules §13, §17). */
export const referralsArea = {
  name: 'referrals',
  accounts: referralAccounts,
  rows: collectReferralRows,
  responses: { earn_referral: () => ({ done: true }) },
  followUps: earnByTrading,
  playerChecks: [
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

/** Commands that credit referred players for their trades with anyone except their referrer. */
function earnByTrading(world: World, events: readonly EconomyEvent[]): readonly Command[] {
  const earners = new Map<UserId, number>()
  for (const event of events) {
    const trade = tradeIn(event)
    if (trade === undefined) continue
    const [one, other] = trade.traders
    for (const [userId, otherId] of [[one, other] as const, [other, one] as const]) {
      const { referrerId } = world.account(userId).referral
      if (referrerId !== undefined && referrerId !== otherId) {
        earners.set(userId, (earners.get(userId) ?? 0) + trade.coins)
      }
    }
  }
  return Array.from(earners, ([userId, coins]) => ({
    type: 'earn_referral',
    userId,
    tradedCoins: asCoins(Math.min(coins, AMOUNT_MAX)),
  }))
}

interface Traded {
  readonly traders: readonly [UserId, UserId]
  /** Coins that changed hands; for a friend trade, the net amount. */
  readonly coins: number
}

/** The trade of an event. A gift, where one side gives nothing, does not count. */
function tradeIn(event: EconomyEvent): Traded | undefined {
  if (event.type === 'traded') {
    return { traders: [event.buyerId, event.sellerId], coins: event.price * event.count }
  }
  if (event.type !== 'trade_changed' || event.trade.status !== 'completed') return undefined
  const [low, high] = event.trade.sides
  if ([low, high].some(({ offer }) => offer.coins === 0 && offer.items.length === 0)) return undefined
  return { traders: [low.userId, high.userId], coins: Math.abs(low.offer.coins - high.offer.coins) }
}
