import type { CommandBase } from '../../core/command.ts'
import type { Coins, UserId } from '../../core/numbers.ts'
import type { StarterPack } from '../players/player.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** What both sides of a referral get; each gets all of it (rules §13). */
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

/** A referral in which a player is one of the two, named by the one who is new. */
export interface OwedReward {
  readonly newcomerId: UserId
  readonly dueAtMs: number
}

export interface ReferralPart {
  /** Whose link brought the player; undefined when nobody's did, and once it was earned. */
  referrerId: UserId | undefined
  /** Coins that the player's trades with others than the referrer were worth, while the reward is not earned. */
  tradedCoins: Coins
  /** Rewards that were earned and not yet paid, to this player, in the order in which they were earned. */
  readonly owed: OwedReward[]
}

/** A new player has traded with others than the referrer. */
export interface EarnReferral extends CommandBase<'earn_referral'> {
  /** Coins that changed hands. */
  readonly tradedCoins: Coins
}

/** A player came by another one's link. */
export interface ReferralBegan {
  readonly type: 'referral_began'
  readonly userId: UserId
  readonly referrerId: UserId
  readonly atMs: number
}

/** A new player's trades are worth more, and not enough yet. */
export interface ReferralAdvanced {
  readonly type: 'referral_advanced'
  readonly userId: UserId
  /** All of them together. */
  readonly tradedCoins: Coins
}

export interface ReferralEarned {
  readonly type: 'referral_earned'
  /** The one who is new. */
  readonly userId: UserId
  readonly referrerId: UserId
  readonly dueAtMs: number
}

/** One of the two has got the reward. */
export interface ReferralRewarded {
  readonly type: 'referral_rewarded'
  readonly userId: UserId
  readonly newcomerId: UserId
  readonly atMs: number
}
