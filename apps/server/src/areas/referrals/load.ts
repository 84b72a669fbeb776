import { asCoins, asUserId } from '@clutch/economy'
import type { AccountLoader } from '../../writer/area.ts'

declare module '../../store/database.ts' {
  interface Database {
    referral: ReferralTable
  }
}

/** A player who signed up with another player's link. */
interface ReferralTable {
  user_id: string
  referrer_id: string
  began_at_ms: number
  /** When the rewards were earned; null until the player has traded enough. */
  earned_at_ms: number | null
  newcomer_rewarded: boolean
  referrer_rewarded: boolean
  /** Value of the new player's trades in coins, counted until the reward is earned. */
  traded_coins: number
}

type Owed = Pick<ReferralTable, 'user_id' | 'referrer_id' | 'traded_coins'> & { readonly earned_at_ms: number | null }

/** Loads a player's open referrals: as the new player, and as a referrer with rewards due. */
export const referralAccounts: AccountLoader = {
  statements: (userIds) => [
    {
      name: 'select-referrals-of-newcomers',
      text: `select user_id, referrer_id, earned_at_ms, traded_coins from referral
        where user_id = any($1::uuid[]) and not newcomer_rewarded`,
      values: [userIds],
    },
    {
      name: 'select-referrals-owed',
      text: `select user_id, referrer_id, earned_at_ms from referral
        where referrer_id = any($1::uuid[]) and earned_at_ms is not null and not referrer_rewarded`,
      values: [userIds],
    },
  ],
  add(world, [newcomers = [], owed = []]) {
    const own = newcomers as readonly unknown[] as readonly Owed[]
    for (const { user_id, referrer_id, earned_at_ms, traded_coins } of own) {
      if (earned_at_ms !== null) continue
      const { referral } = world.account(asUserId(user_id))
      referral.referrerId = asUserId(referrer_id)
      referral.tradedCoins = asCoins(traded_coins)
    }
    const rewards = [
      ...own.map((row) => ({ ...row, to: row.user_id })),
      ...(owed as readonly unknown[] as readonly Owed[]).map((row) => ({ ...row, to: row.referrer_id })),
    ].flatMap(({ to, user_id, earned_at_ms }) =>
      earned_at_ms === null ? [] : [{ to, newcomerId: asUserId(user_id), dueAtMs: earned_at_ms }],
    )
    for (const { to, newcomerId, dueAtMs } of rewards.toSorted((a, b) => a.dueAtMs - b.dueAtMs)) {
      world.account(asUserId(to)).referral.owed.push({ newcomerId, dueAtMs })
    }
  },
}
