import type { FactoryHistoryEntry, ParsedBody } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { Context } from '../../context.ts'
import { readJobHistory } from '../jobs/queries.ts'

/** A page of a player's finished factory jobs, with the current names of items. */
export async function readFactoryHistory(
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
