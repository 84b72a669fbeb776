import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, unixSeconds, uuid } from '../bounds.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'
import { consoleCall } from './console-call.ts'
import { exchangeRecord } from './exchange.ts'
import { lot } from './lots.ts'
import { trade } from './trades.ts'

/** A player's job or harvest, waiting or in progress. */
const playerJob = z.object({
  id: uuid,
  kind: z.enum(['craft', 'factory', 'harvest']),
  receipt_id: z.int(),
  /** Units of a job, parallel runs of a harvest. */
  count: amount,
  start_at: unixSeconds,
  end_at: unixSeconds,
})
export type PlayerJob = z.infer<typeof playerJob>

const common = {
  ...consoleCall,
  access: OPERATOR_ACTIONS['user.read'],
  action: 'user.read',
} as const
const page = z.strictObject({ steam_id: steamId, last_uuid: cursorUuid })

/** A player's current activity, as operators see it. */
export const playerCardContract = {
  calls: {
    'POST /admin/player-lots': {
      ...common,
      summary: "A player's open lots, newest first",
      body: page,
      response: z.object({ response: z.array(lot) }),
    },
    'POST /admin/player-jobs': {
      ...common,
      summary: "A player's unfinished crafts, factory jobs and harvests, by end time",
      body: z.strictObject({ steam_id: steamId }),
      response: z.object({
        response: z.array(playerJob),
        /** Number of harvest groups not listed. */
        left_out: amount,
      }),
    },
    'POST /admin/player-trades': {
      ...common,
      summary:
        "A player's trades with friends: on the first page those that are open, then the ended ones, newest first",
      body: page,
      response: z.object({ active: z.array(trade), ended: z.array(trade) }),
    },
    'POST /admin/player-exchanges': {
      ...common,
      summary: "A player's exchanges with the store platform, newest first",
      body: page,
      response: z.object({ response: z.array(exchangeRecord) }),
    },
  },
} as const satisfies ContractArea
