import type { Energy } from '@clutch/contract'
import { asUserId, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { toSecondsBy } from '../answers.ts'
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

/** How many energy items a player has, and until when the last one lasts. */
async function readEnergy(context: Context, userId: string): Promise<Energy> {
  const { energy } = context.pack
  const [energised_until, balance] = await Promise.all([
    readEnergisedUntil(context, userId),
    context.store.db
      .selectFrom('balance')
      .select('free')
      .where('user_id', '=', userId)
      // A game without an energy item has none of it: no item has the number −1.
      .where('asset', '=', energy?.itemId ?? -1)
      .executeTakeFirst(),
  ])
  return { count: balance?.free ?? 0, energised_until }
}
