import type { ContentPack } from '@clutch/content'
import type { ErrorParams } from '@clutch/contract'
import type { MissingIngredient } from '@clutch/economy'
import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { nameOf } from '../../rejections.ts'
import { jobResponses } from './responses.ts'
import { jobFrames } from './frames.ts'
import { jobAccounts } from './load.ts'
import { collectJobRows } from './rows.ts'
import { draftJobUpdates } from './updates.ts'

/** The job queues of craft and factory. */
export const jobsArea = {
  name: 'jobs',
  accounts: jobAccounts,
  rows: collectJobRows,
  responses: jobResponses,
  rejections: {
    missing_ingredients: ({ missing }, pack) => ({ code: 'not_enough_items', params: paramsOfMissing(missing, pack) }),
    queue_full: ({ code, max }) => ({ code, params: { max } }),
    job_not_found: ({ code, jobId }) => ({ code, params: { id: jobId } }),
    craft_not_cancellable: ({ code, jobId }) => ({ code, params: { id: jobId } }),
  },
  updates: draftJobUpdates,
  frames: jobFrames,
  holds: {
    job: sql`select user_id, (item ->> 0)::integer as asset, (item ->> 1)::bigint as amount
      from job, json_array_elements(held) as item`,
  },
} satisfies ServerArea

/** Every missing item with its have and need: as text, and as `id:have/need` for clients that translate. */
function paramsOfMissing(missing: readonly MissingIngredient[], pack: ContentPack): ErrorParams {
  const [first] = missing
  return {
    name: missing.map(({ itemId, have, need }) => `${nameOf(pack, itemId)} ${have}/${need}`).join(', '),
    items: missing.map(({ itemId, have, need }) => `${itemId}:${have}/${need}`).join(','),
    ...(first === undefined ? {} : { item_id: first.itemId, missing: first.need - first.have }),
  }
}
