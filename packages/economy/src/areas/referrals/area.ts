import type { Area } from '../../core/area.ts'
import { asCoins } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { decideEarnReferral } from './decide-earn-referral.ts'
import type { EarnReferral, ReferralPart } from './referrals.ts'
import { rewardsOfPlayer } from './settle-reward.ts'

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly referral: OperationKindRow
  }
}

/** Referrals: both sides are rewarded once the new player has traded enough with others (rules §13, §17). */
export const referrals = {
  name: 'referrals',
  commands: {
    // It moves nothing, so no scheduled work has to be settled first and it is never postponed.
    earn_referral: { decide: decideEarnReferral, needs: needsOfEarnReferral, touchesStock: false },
  },
  operationKinds: { referral: { code: 41, from: ['world'], to: ['free'] } },
  apply: {
    referral_began: (world, { userId, referrerId }) => {
      world.account(userId).referral.referrerId = referrerId
    },
    referral_advanced: (world, { userId, tradedCoins }) => {
      world.account(userId).referral.tradedCoins = tradedCoins
    },
    referral_earned: (world, { userId, referrerId, dueAtMs }) => {
      const { referral } = world.account(userId)
      referral.referrerId = undefined
      for (const part of [referral, world.account(referrerId).referral]) part.owed.push({ newcomerId: userId, dueAtMs })
    },
    referral_rewarded: (world, { userId }) => {
      world.account(userId).referral.owed.shift()
    },
  },
  createAccountParts: (): { referral: ReferralPart } => ({
    referral: { referrerId: undefined, tradedCoins: asCoins(0), owed: [] },
  }),
  due: { player: rewardsOfPlayer },
} as const satisfies Area

/** The new player, and once loaded the referrer. */
function needsOfEarnReferral(world: World, { userId }: EarnReferral) {
  const referrerId = world.hasAccount(userId) ? world.account(userId).referral.referrerId : undefined
  return { users: referrerId === undefined ? [userId] : [userId, referrerId] }
}
