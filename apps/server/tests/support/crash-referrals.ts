import { OPERATION_KINDS } from '@clutch/economy'
import { expect } from 'vitest'
import type { Store } from '../../src/store/store.ts'

/**
 * Longest delay of a reward on a busy machine: it is paid by a separate task shortly after the trade that earned it.
 */
const PAID_WITHIN_MS = 5_000

/** Expects that every referral earned before the last moments has paid both sides, and none has paid a side twice. */
export async function expectReferralsOnce({ db }: Store, endedAtMs: number): Promise<void> {
  const referrals = await db.selectFrom('referral').selectAll().execute()
  const earned = referrals.filter(({ earned_at_ms }) => earned_at_ms !== null)
  const rewards = await db
    .selectFrom('operation')
    .select(['user_id', 'cause_id'])
    .where('kind', '=', OPERATION_KINDS.referral.code)
    .execute()
  const promised = earned.flatMap((row) => [
    ...(row.newcomer_rewarded ? [`${row.user_id} for ${row.user_id}`] : []),
    ...(row.referrer_rewarded ? [`${row.referrer_id} for ${row.user_id}`] : []),
  ])
  expect(rewards.map(({ user_id, cause_id }) => `${user_id} for ${cause_id}`).toSorted()).toEqual(promised.toSorted())
  const unpaid = earned.filter((row) => !(row.newcomer_rewarded && row.referrer_rewarded))
  expect(unpaid.filter(({ earned_at_ms }) => Number(earned_at_ms) < endedAtMs - PAID_WITHIN_MS)).toEqual([])
  expect(promised.length).toBeGreaterThan(0)
}
