import type { CommandBase } from '../../core/command.ts'
import type { UserId } from '../../core/numbers.ts'

declare module '../../core/command.ts' {
  interface Commands {
    readonly close_account: CloseAccount
    readonly end_referrals: EndReferrals
  }
}
declare module '../../core/event.ts' {
  interface Events {
    readonly account_closed: AccountClosed
    readonly referral_ended: ReferralEnded
  }
}
declare module '../../core/rejection.ts' {
  interface Rejections {
    readonly account_in_use: { readonly code: 'account_in_use' }
  }
}

/** Ends all work of a player without lots and coin exchanges, and burns everything they own. */
export type CloseAccount = CommandBase<'close_account'>

/** Ends referrals by a player whose reward has not been earned, so that none is paid to a deleted account. */
export interface EndReferrals extends CommandBase<'end_referrals'> {
  /** Players whom they referred. */
  readonly newcomerIds: readonly UserId[]
}

export interface AccountClosed {
  readonly type: 'account_closed'
  readonly userId: UserId
}

/** The new player has no referrer any more. */
export interface ReferralEnded {
  readonly type: 'referral_ended'
  /** The new player. */
  readonly userId: UserId
}
