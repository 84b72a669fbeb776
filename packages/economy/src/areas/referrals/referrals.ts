import type { CommandBase } from '../../core/command.ts'
import type { Coins, UserId } from '../../core/numbers.ts'
import type { StarterPack } from '../players/player.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** The reward of a referral; each side gets all of it (rules §13). */
    readonly referralReward: StarterPack
    /** Coins that a new player's trades must be worth before the reward is earned (rules §17). */
    readonly referralMinValue: Coins
  }
}
declare module '../../core/command.ts' {
  interface Commands {
    readonly earn_referral: EarnReferral
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly referral_began: ReferralBegan
    readonly referral_advanced: ReferralAdvanced
    readonly referral_earned: ReferralEarned
    readonly referral_rewarded: ReferralRewarded
  }
}
declare module '../../core/world.ts' {
  interface AccountParts {
    readonly referral: ReferralPart
  }
}

/** A referral reward owed to a player, identified by the new player. */
export interface OwedReward {
  readonly newcomerId: UserId
  readonly dueAtMs: number
}

export interface ReferralPart {
  /** The referrer; undefined without one, and once the reward was earned. */
  referrerId: UserId | undefined
  /** Value in coins of the player's trades with players other than the referrer, until the reward is earned. */
  tradedCoins: Coins
  /** Rewards owed to this player, in the order they were earned. */
  readonly owed: OwedReward[]
}

/** Reports a new player's trade with a player other than the referrer. */
export interface EarnReferral extends CommandBase<'earn_referral'> {
  /** Coins that changed hands. */
  readonly tradedCoins: Coins
}

/** A player registered through a referral link. */
export interface ReferralBegan {
  readonly type: 'referral_began'
  readonly userId: UserId
  readonly referrerId: UserId
  readonly atMs: number
}

/** A new player's trade value grew, still below the minimum. */
export interface ReferralAdvanced {
  readonly type: 'referral_advanced'
  readonly userId: UserId
  /** The total. */
  readonly tradedCoins: Coins
}

export interface ReferralEarned {
  readonly type: 'referral_earned'
  /** The new player. */
  readonly userId: UserId
  readonly referrerId: UserId
  readonly dueAtMs: number
}

/** One of the two received the reward. */
export interface ReferralRewarded {
  readonly type: 'referral_rewarded'
  readonly userId: UserId
  readonly newcomerId: UserId
  readonly atMs: number
}
