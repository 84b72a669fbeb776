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

/** Unix seconds until which a player is energised; 0 for one who never was. */
export async function readEnergisedUntil(context: Context, userId: string): Promise<number> {
  const row = await context.store.db
    .selectFrom('energised')
    .select('until_ms')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return toSecondsBy(row?.until_ms ?? 0)
}

/** How many energy items a player has, and until when the last one lasts: as of one moment, as using one changes both. */
async function readEnergy({ pack, store }: Context, userId: string): Promise<Energy> {
  const row = await store.db
    .selectFrom('player')
    .leftJoin('energised', 'energised.user_id', 'player.user_id')
    .leftJoin('balance', (join) =>
      join
        .onRef('balance.user_id', '=', 'player.user_id')
        // A game without an energy item has none of it: no item has the number −1.
        .on('balance.asset', '=', pack.energy?.itemId ?? -1),
    )
    .select(['balance.free as count', 'energised.until_ms as untilMs'])
    .where('player.user_id', '=', userId)
    .executeTakeFirst()
  return { count: row?.count ?? 0, energised_until: toSecondsBy(row?.untilMs ?? 0) }
}
