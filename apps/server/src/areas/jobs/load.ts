import { asItemId, asJobId, asRecipeId, asUserId, type Job } from '@clutch/economy'
import type { AccountLoader } from '../../writer/area.ts'
import { queueOf } from './codes.ts'
import { toAmounts } from './stored-items.ts'
import type { JobTable } from './tables.ts'

/** Loads a player's unfinished jobs, in the order they run. */
export const jobAccounts: AccountLoader = {
  statements: (userIds) => [
    {
      name: 'select-jobs',
      text: 'select * from job where user_id = any($1::uuid[]) order by start_at_ms',
      values: [userIds],
    },
  ],
  add(world, [jobs = []]) {
    for (const row of jobs) {
      const job = toJob(row as unknown as JobTable)
      world.account(job.userId).jobs.addJob(job)
    }
  },
}

/** Parses a row of `job`. */
export function toJob(row: JobTable): Job {
  return {
    id: asJobId(row.job_id),
    userId: asUserId(row.user_id),
    queue: queueOf(row.queue),
    recipeId: asRecipeId(row.recipe_id),
    contentVersion: row.content_version,
    count: row.count,
    inputIds: row.input_ids.map(asItemId),
    held: toAmounts(row.held),
    consumed: toAmounts(row.consumed),
    createdAtMs: row.created_at_ms,
    startAtMs: row.start_at_ms,
    endAtMs: row.end_at_ms,
  }
}
