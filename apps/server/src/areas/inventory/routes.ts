import { Readable } from 'node:stream'
import { INVENTORY_HISTORY_PAGE_SIZE, type InventoryEntry } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { COINS, fail, succeed } from '@clutch/economy'
import { readArchivedUntilMs } from '../../archive/archived-until.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { readCountChart } from './count-chart.ts'
import { exportInventoryHistory } from './history-export.ts'
import { readInventoryHistory } from './history-queries.ts'
import { readWorth } from './worth.ts'

/** The inventory's calls (document 1 §7). */
export function inventoryRoutes(context: Context): CallHandlers {
  return {
    'POST /inventory/get': async ({ userId }) => succeed(await readInventory(context, userId)),
    'POST /inventory/history': async ({ userId, body }) => {
      const { assets, filter_item_id, last_uuid } = body
      const which = { lastUuid: last_uuid || undefined, itemId: filter_item_id || undefined, assets }
      const page = { ...which, limit: INVENTORY_HISTORY_PAGE_SIZE }
      return succeed({ response: await readInventoryHistory(context, userId, page) })
    },
    'GET /inventory/archive': async ({ userId }) => {
      const untilMs = await readArchivedUntilMs(context.store.db, userId)
      return succeed({ archived_before: toSeconds(untilMs) })
    },
    'GET /inventory/export-history': async ({ userId, query, reply }) => {
      void reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="inventory-history.csv"')
      await reply.send(Readable.from(exportInventoryHistory(context, userId, query.lang)))
      return undefined
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

/** A player's free items with a count above zero. */
async function readInventory(context: Context, userId: string): Promise<InventoryEntry[]> {
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
