import type { OperationKind } from '@clutch/economy'
import type { Context } from '../../context.ts'

/** Kinds of operation whose cause is a job in a queue. */
const JOB_KINDS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  'start_craft',
  'end_craft',
  'end_delayed_craft',
  'craft_cancel',
  'start_farm',
  'end_farm',
])

export function isOfJob(kind: OperationKind): boolean {
  return JOB_KINDS.has(kind)
}

/** Recipes of unfinished and finished jobs. Cancelled jobs are stored in neither table and have none. */
export async function readRecipesOfJobs(
  context: Pick<Context, 'store'>,
  userId: string,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (jobIds.length === 0) return new Map()
  const { db } = context.store
  const [running, finished] = await Promise.all(
    (['job', 'job_history'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(['job_id', 'recipe_id'])
        .where('user_id', '=', userId)
        .where('job_id', 'in', jobIds)
        .execute(),
    ),
  )
  return new Map([...(running ?? []), ...(finished ?? [])].map((row) => [row.job_id, row.recipe_id]))
}
