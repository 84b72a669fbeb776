import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { harvestResponses } from './responses.ts'
import { harvestFrames } from './frames.ts'
import { harvestAccounts } from './load.ts'
import { collectHarvestRows } from './rows.ts'
import { draftHarvestUpdates } from './updates.ts'

export const harvestArea = {
  name: 'harvest',
  accounts: harvestAccounts,
  rows: collectHarvestRows,
  responses: harvestResponses,
  updates: draftHarvestUpdates,
  frames: harvestFrames,
  holds: {
    harvest_run: sql`select user_id, (item ->> 0)::integer as asset, (item ->> 1)::bigint * count as amount
      from harvest_group, json_array_elements(items) as item`,
  },
} satisfies ServerArea
