import type { InventoryEntry } from '@clutch/contract'
import { COINS } from '@clutch/economy'
import type { Context } from '../../context.ts'

/** A player's free items with a count above zero. */
export async function readInventory(context: Context, userId: string): Promise<InventoryEntry[]> {
  const rows = await context.store.db
    .selectFrom('balance')
    .select(['asset', 'free'])
    .where('user_id', '=', userId)
    .where('asset', '<>', COINS)
    .where('free', '>', 0)
    .orderBy('asset')
    .execute()
  return rows.map(({ asset, free }) => ({ TypeId: asset, Count: free }))
}
