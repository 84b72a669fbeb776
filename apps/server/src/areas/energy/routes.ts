import { asUserId, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { sendCommand } from '../send-command.ts'
import { readEnergy } from './queries.ts'

/** The energy's calls (document 2 §7, rules §8). */
export function energyRoutes(context: Context): CallHandlers {
  return {
    'GET /energy/get': async ({ userId }) => succeed(await readEnergy(context, userId)),
    'POST /energy/activate': (input) =>
      sendCommand(context, input, { type: 'activate_energy', userId: asUserId(input.userId) }),
  }
}
