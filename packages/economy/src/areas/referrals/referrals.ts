import type { CommandBase } from '../../core/command.ts'
import type { UserId } from '../../core/numbers.ts'
import type { StarterPack } from '../players/player.ts'

declare module '../../core/catalogue.ts' {
  interface Catalogue {
    /** What both sides of a referral get; each gets all of it (rules §13). */
    readonly referralReward: StarterPack
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
  /** Rewards that were earned and not yet paid, to this player, in the order in which they were earned. */
  readonly owed: OwedReward[]
}

/** A new player has traded with somebody else than the referrer: both are owed their reward. */
export interface EarnReferral extends CommandBase<'earn_referral'> {}

/** A player came by another one's link. */
export interface ReferralBegan {
  readonly type: 'referral_began'
  readonly userId: UserId
  readonly referrerId: UserId
  readonly atMs: number
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
