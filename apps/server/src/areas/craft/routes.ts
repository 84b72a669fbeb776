import { asRecipeId, asUserId, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { toQueueEntry } from '../jobs/responses.ts'
import { readQueue } from '../jobs/queries.ts'
import { sendCommand } from '../send-command.ts'
import { readCraftHistory } from './history.ts'
import { listCraftRecipes } from './recipes.ts'

/** The craft's calls (document 2 §7, rules §4). */
export function craftRoutes(context: Context): CallHandlers {
  const recipes = listCraftRecipes(context.pack)
  return {
    'POST /craft/get-receipts': () => Promise.resolve(succeed(recipes)),
    'POST /craft/queue': async ({ userId }) => {
      const jobs = await readQueue(context, userId, 'craft')
      return succeed({ response: jobs.map(toQueueEntry) })
    },
    'POST /craft/get-history': async ({ userId, body }) => succeed(await readCraftHistory(context, userId, body)),
    'POST /craft/start': (input) => {
      const { receipt_id, count } = input.body
      const userId = asUserId(input.userId)
      return sendCommand(context, input, { type: 'start_craft', userId, recipeId: asRecipeId(receipt_id), count })
    },
    'POST /craft/cancel': (input) => cancelJob(context, input, 'craft', input.body.id),
  }
}
