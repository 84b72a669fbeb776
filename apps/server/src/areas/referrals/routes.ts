import { REFERRED_PLAYERS_SHOWN, type Referral } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { succeed } from '@clutch/economy'
import type { Kysely } from 'kysely'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { Database } from '../../store/database.ts'
import type { AuthContext } from '../auth/sign-in.ts'

/** The referral link (rules §13). It contains the player's id, which is safe to share. */
export function referralRoutes({ store, pack, publicUrl }: AuthContext): CallHandlers {
  const { coins, items } = pack.referralReward
  const reward = { coins, items: items.map(({ itemId, count }) => ({ item_id: itemId, count })) }
  return {
    'GET /referral/get': async ({ userId }) =>
      succeed({
        link: `${publicUrl()}/?invite=${userId}`,
        reward,
        min_value: pack.referralMinValue,
        ...(await readReferrals(store.db, userId)),
      }),
  }
}

/** Players referred by a player, newest first, and the player's own referrer. */
async function readReferrals(
  db: Kysely<Database>,
  userId: string,
): Promise<Omit<Referral, 'link' | 'reward' | 'min_value'>> {
  const [counts, players, own] = await Promise.all([
    db
      .selectFrom('referral')
      .select(({ fn }) => [
        fn.countAll<number>().as('invited'),
        fn.countAll<number>().filterWhere('referrer_rewarded', '=', true).as('rewarded'),
      ])
      .where('referrer_id', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('referral')
      .innerJoin('player', 'player.user_id', 'referral.user_id')
      .select(['player.user_id', 'name', 'began_at_ms', 'referrer_rewarded'])
      .where('referrer_id', '=', userId)
      .orderBy('began_at_ms', 'desc')
      .limit(REFERRED_PLAYERS_SHOWN)
      .execute(),
    db
      .selectFrom('referral')
      .innerJoin('player', 'player.user_id', 'referral.referrer_id')
      .select(['name', 'newcomer_rewarded'])
      .where('referral.user_id', '=', userId)
      .executeTakeFirst(),
  ])
  return {
    invited_count: counts.invited,
    rewarded_count: counts.rewarded,
    players: players.map(({ user_id, name, began_at_ms, referrer_rewarded }) => ({
      user_uuid: user_id,
      name,
      since: toSeconds(began_at_ms),
      is_rewarded: referrer_rewarded,
    })),
    referrer: own === undefined ? null : { name: own.name, is_rewarded: own.newcomer_rewarded },
  }
}
