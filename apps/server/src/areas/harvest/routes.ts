import type { HarvestSelection } from '@clutch/contract'
import { asItemId, asRecipeId, asUserId, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { sendCommand } from '../send-command.ts'
import { readHarvestHistory, readUserData } from './queries.ts'
import { listHarvestRecipes } from './recipes.ts'

/** The harvest's calls (document 2 §7, rules §6). */
export function harvestRoutes(context: Context): CallHandlers {
  const receipts = listHarvestRecipes(context.pack)
  return {
    'POST /harvest/get-receipts': async ({ userId }) =>
      succeed({ receipts, user_data: await readUserData(context, userId) }),
    'POST /harvest/get-history': async ({ userId, body }) =>
      succeed({ response: await readHarvestHistory(context, userId, body.last_id || undefined) }),
    'POST /harvest/update': (input) => {
      const { receipt_id, enabled, max_parallel, items } = input.body
      return sendCommand(context, input, {
        type: 'set_harvest',
        userId: asUserId(input.userId),
        recipeId: asRecipeId(receipt_id),
        enabled,
        maxParallel: max_parallel,
        slots: toSelections(items),
      })
    },
  }
}

/** Converts the selected items per slot to the rules' form. */
export function toSelections(items: readonly (readonly HarvestSelection[])[]) {
  return items.map((selections) =>
    selections.map(({ item_id, limit, priority, max }) => ({ itemId: asItemId(item_id), limit, priority, max })),
  )
}
