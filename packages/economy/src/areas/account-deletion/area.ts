import type { Area } from '../../core/area.ts'
import { decideCloseAccount, needsOfCloseAccount } from './decide-close-account.ts'
import { decideEndReferrals, needsOfEndReferrals } from './decide-end-referrals.ts'
import './commands.ts'

declare module '../../core/ledger/operation-kinds.ts' {
  interface OperationKinds {
    readonly account_deleted: OperationKindRow
  }
}

/** The economy's part of deleting a player (integration §6). */
export const accountDeletion = {
  name: 'account-deletion',
  commands: {
    close_account: { decide: decideCloseAccount, needs: needsOfCloseAccount },
    end_referrals: { decide: decideEndReferrals, needs: needsOfEndReferrals, touchesStock: false },
  },
  operationKinds: { account_deleted: { code: 42, from: ['free', 'held'], to: ['world'] } },
  apply: {
    // Stored only: an empty account needs no mark.
    account_closed: () => undefined,
    referral_ended: (world, { userId }) => {
      world.account(userId).referral.referrerId = undefined
    },
  },
} as const satisfies Area
