import type { CraftHistoryEntry, ParsedBody } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { Context } from '../../context.ts'
import { readJobHistory } from '../jobs/queries.ts'

/** A page of a player's finished crafts, with current names and pictures. */
export async function readCraftHistory(
  context: Context,
  userId: string,
  cursor: ParsedBody<'POST /craft/get-history'>,
): Promise<CraftHistoryEntry[]> {
  const rows = await readJobHistory(context, userId, 'craft', cursor)
  return rows.map((row) => {
    const recipe = context.pack.craftRecipes.find(({ id }) => id === row.recipe_id)
    const item = context.published.items.find(({ Itemdefid }) => Itemdefid === recipe?.itemForVision)
    return {
      id: row.job_id,
      process_date: row.end_at_sec,
      created_at: toSeconds(row.created_at_ms),
      receipt_id: row.recipe_id,
      receipt_name: item?.Name ?? '',
      receipt_icon_url: item?.IconUrl ?? '',
      craft_group: recipe?.craftGroup ?? '',
      receipt_duration: recipe?.timeCraftSec ?? 0,
      count: row.count,
      jdoc: JSON.stringify(row.document),
    }
  })
}
