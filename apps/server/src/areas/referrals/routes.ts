import { succeed } from '@clutch/economy'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { readReferrals } from './queries.ts'

/** The referral link (rules §13). It names its player: whoever knows that can only do him good. */
export function referralRoutes({ store, pack, publicUrl }: AuthContext): CallHandlers {
  const { coins, items } = pack.referralReward
  const reward = { coins, items: items.map(({ itemId, count }) => ({ item_id: itemId, count })) }
  return {
    'GET /referral/get': async ({ userId }) =>
      succeed({ link: `${publicUrl()}/?invite=${userId}`, reward, ...(await readReferrals(store.db, userId)) }),
  }
}
