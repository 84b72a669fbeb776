import type { UserId } from '@clutch/economy'
import type { Generated } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { NEWEST_POSITION } from '../../store/logged-events.ts'
import { overRows } from '../../store/statement.ts'

declare module '../../writer/outcome.ts' {
  interface Responses {
    close_account: { done: true }
    end_referrals: { done: true }
  }
}

declare module '../../store/database.ts' {
  interface Database {
    account_deletion: AccountDeletionTable
    data_export: DataExportTable
    data_export_chunk: DataExportChunkTable
  }
}

/** A requested deletion. The row stays when the account is deleted; it has no personal data. */
export interface AccountDeletionTable {
  user_id: string
  /** Makes the pseudonym that replaces the Steam id. */
  number: Generated<number>
  requested_at_ms: number
  /** Until then the account can be kept. */
  due_at_ms: number
  is_by_support: boolean
  /** From then on nobody can sign in. */
  started_at_ms: number | null
  /** When name, Steam id, texts and addresses were erased. */
  erased_at_ms: number | null
  /** When everything the player owned was burned. */
  closed_at_ms: number | null
}

/** The latest export of each player's data. */
interface DataExportTable {
  export_id: string
  user_id: string
  requested_at_ms: number
  is_by_support: boolean
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Percent. */
  progress: Generated<number>
  attempts: Generated<number>
  /** While a server makes it, it renews its claim; a claim that has passed belongs to a server that died. */
  claimed_until_ms: Generated<number>
  bytes: Generated<number>
  /** When it was complete for seven days; null until it is complete. */
  expires_at_ms: number | null
}

interface DataExportChunkTable {
  export_id: string
  number: number
  bytes: Buffer
}

/** Deletion of accounts and exports of players' data (integration §6). */
export const accountArea = {
  name: 'account',
  rows() {
    const closed = new Set<UserId>()
    const ended: UserId[] = []
    return {
      on: {
        account_closed: ({ userId }) => void closed.add(userId),
        referral_ended: ({ userId }) => void ended.push(userId),
      },
      statements: (atMs) => [
        // An account is closed once more to burn what arrived late: the event is logged the first time.
        overRows(
          'close-accounts',
          [...closed],
          [(userId) => userId, () => atMs],
          `with closed as (
            update account_deletion as deletion set closed_at_ms = row.at_ms
            from unnest($1::uuid[], $2::bigint[]) as row (user_id, at_ms)
            where deletion.user_id = row.user_id and closed_at_ms is null returning deletion.user_id, row.at_ms
          ) insert into logged_event (position, type, at_ms, data)
          select ${NEWEST_POSITION}, 'player.deleted', at_ms, json_build_object('user_uuid', user_id) from closed`,
        ),
        overRows(
          'end-referrals',
          ended,
          [(userId) => userId],
          'delete from referral where user_id = any($1::uuid[]) and earned_at_ms is null',
        ),
      ],
    }
  },
  responses: {
    close_account: () => ({ done: true }),
    end_referrals: () => ({ done: true }),
  },
  // Only the deletion sends the command, and waits.
  rejections: { account_in_use: () => ({ code: 'unavailable' }) },
} satisfies ServerArea
