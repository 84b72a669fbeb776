import type { Energy } from '@clutch/contract'
import { toSecondsBy } from '@clutch/contract/formats'
import { asUserId, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { sendCommand } from '../send-command.ts'

/** The energy's calls (document 2 §7, rules §8). */
export function energyRoutes(context: Context): CallHandlers {
  return {
    'GET /energy/get': async ({ userId }) => succeed(await readEnergy(context, userId)),
    'POST /energy/activate': (input) =>
      sendCommand(context, input, { type: 'activate_energy', userId: asUserId(input.userId) }),
  }
}

/** End of a player's energy in Unix seconds; 0 for a player who never had any. */
export async function readEnergisedUntil(context: Context, userId: string): Promise<number> {
  const row = await context.store.db
    .selectFrom('energised')
    .select('until_ms')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return toSecondsBy(row?.until_ms ?? 0)
}

/** A player's energy items and the end of their energy, read at one moment because using an item changes both. */
async function readEnergy({ pack, store }: Context, userId: string): Promise<Energy> {
  const row = await store.db
    .selectFrom('player')
    .leftJoin('energised', 'energised.user_id', 'player.user_id')
    .leftJoin('balance', (join) =>
      join
        .onRef('balance.user_id', '=', 'player.user_id')
        // −1 matches no item, for games without an energy item.
        .on('balance.asset', '=', pack.energy?.itemId ?? -1),
    )
    .select(['balance.free as count', 'energised.until_ms as untilMs'])
    .where('player.user_id', '=', userId)
    .executeTakeFirst()
  return { count: row?.count ?? 0, energised_until: toSecondsBy(row?.untilMs ?? 0) }
}
