import { asItemId, asRecipeId, asUserId, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { readQueue, readJobHistory } from '../jobs/queries.ts'
import { sendCommand } from '../send-command.ts'
import { toFactoryEntry } from './area.ts'
import { listFactoryRecipes } from './recipes.ts'
import type { FactoryHistoryEntry, ParsedBody } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'

/** The factory's calls (document 2 §7, rules §5). */
export function factoryRoutes(context: Context): CallHandlers {
  const recipes = listFactoryRecipes(context.pack)
  return {
    'POST /factory/get-receipts': () => Promise.resolve(succeed(recipes)),
    'POST /factory/queue': async ({ userId, body }) => {
      // A queue is a single page, without a previous or next one.
      if (body.last_id) return succeed({ response: [] })
      const jobs = await readQueue(context, userId, 'factory')
      return succeed({ response: jobs.map(toFactoryEntry) })
    },
    'POST /factory/get-history': async ({ userId, body }) => succeed(await readFactoryHistory(context, userId, body)),
    'POST /factory/start': (input) => {
      const { receipt_id, input_ids, count } = input.body
      return sendCommand(context, input, {
        type: 'start_factory',
        userId: asUserId(input.userId),
        recipeId: asRecipeId(receipt_id),
        inputIds: input_ids.map(asItemId),
        count,
      })
    },
    'POST /factory/cancel': (input) => cancelJob(context, input, 'factory', input.body.id),
  }
}

/** A page of a player's finished factory jobs, with the current names of items. */
async function readFactoryHistory(
  context: Context,
  userId: string,
  cursor: ParsedBody<'POST /factory/get-history'>,
): Promise<FactoryHistoryEntry[]> {
  const rows = await readJobHistory(context, userId, 'factory', cursor)
  return rows.map((row) => ({
    id: row.job_id,
    process_date: row.end_at_sec,
    created_at: toSeconds(row.created_at_ms),
    receipt_id: row.recipe_id,
    receipt_name: context.pack.factoryRecipes.find(({ id }) => id === row.recipe_id)?.names.en ?? '',
    count: row.count,
    input_list: [...row.input_ids],
    jdoc: JSON.stringify(row.document),
  }))
}
