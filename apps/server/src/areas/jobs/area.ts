import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { jobAnswers } from './answers.ts'
import { jobFrames } from './frames.ts'
import { jobAccounts } from './load.ts'
import { gatherJobRows } from './rows.ts'
import { draftJobUpdates } from './updates.ts'

/** The queues that craft and factory share. */
export const jobsArea: ServerArea = {
  name: 'jobs',
  accounts: jobAccounts,
  rows: gatherJobRows,
  answers: jobAnswers,
  updates: draftJobUpdates,
  frames: jobFrames,
  holds: {
    job: sql`select user_id, (item ->> 0)::integer as asset, (item ->> 1)::bigint as amount
      from job, json_array_elements(held) as item`,
  },
}
