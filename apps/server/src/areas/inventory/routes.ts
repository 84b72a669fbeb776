import { fail, succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { readCountChart } from './count-chart.ts'
import { readInventoryHistory } from './history-queries.ts'
import { readInventory } from './queries.ts'
import { readWorth } from './worth.ts'

/** The inventory's calls (document 1 §7). */
export function inventoryRoutes(context: Context): CallHandlers {
  return {
    'POST /inventory/get': async ({ userId }) => succeed(await readInventory(context, userId)),
    'POST /inventory/history': async ({ userId, body }) => {
      const page = { lastUuid: body.last_uuid || undefined, itemId: body.filter_item_id || undefined }
      return succeed({ response: await readInventoryHistory(context, userId, page) })
    },
    'POST /inventory/chart': async ({ userId, body }) => {
      if (!context.pack.itemById.has(body.item_id)) {
        return fail({ code: 'unknown_item', params: { item_id: body.item_id } })
      }
      return succeed(await readCountChart(context, userId, body))
    },
    'POST /inventory/worth': async ({ userId }) => succeed(await readWorth(context, userId)),
  }
}
