import {
  asGroupId,
  asItemId,
  asJobId,
  asRecipeId,
  asUserId,
  type HarvestGroup,
  type HarvestSelection,
  type HarvestSettings,
  type ItemAmount,
  type Job,
  type UserId,
  type World,
} from '@clutch/economy'
import type { Selectable } from 'kysely'
import { queueOf } from '../store/codes.ts'
import type { Database } from '../store/database.ts'
import type { StoredItems } from '../store/production-tables.ts'
import type { Statement } from '../store/writer-connection.ts'

/** Everything that players make, in the order `addProduction` takes the answers. */
export function selectProduction(userIds: readonly UserId[]): Statement[] {
  const of = (table: string, order = ''): Statement => ({
    name: `select-${table}`,
    text: `select * from ${table} where user_id = any($1::uuid[])${order}`,
    values: [userIds],
  })
  return [
    of('job', ' order by start_at_ms'),
    of('harvest_setting'),
    of('harvest_group'),
    of('harvest_experience'),
    of('energised'),
  ]
}

type Rows = readonly Record<string, unknown>[]

/** Puts what was read into accounts that have just been added. */
export function addProduction(world: World, [jobs, settings, groups, experience, energised]: readonly Rows[]): void {
  const accountOf = (row: Record<string, unknown>) => world.account(asUserId(String(row['user_id'])))
  for (const row of jobs ?? []) accountOf(row).jobs.addJob(toJob(row as unknown as JobRow))
  for (const row of settings ?? []) {
    accountOf(row).harvest.setSettings(asRecipeId(Number(row['recipe_id'])), toSettings(row as unknown as SettingRow))
  }
  for (const row of groups ?? []) accountOf(row).harvest.addGroup(toGroup(row as unknown as GroupRow))
  for (const row of experience ?? []) {
    const [recipeId, itemId] = [asRecipeId(Number(row['recipe_id'])), asItemId(Number(row['item_id']))]
    accountOf(row).harvest.setExperience(recipeId, itemId, Number(row['experience']))
  }
  for (const row of energised ?? []) accountOf(row).energy.untilMs = Number(row['until_ms'])
}

type JobRow = Selectable<Database['job']>
type SettingRow = Selectable<Database['harvest_setting']>
type GroupRow = Selectable<Database['harvest_group']>

/** A row of `job` in the rules' words. */
export function toJob(row: JobRow): Job {
  return {
    id: asJobId(row.job_id),
    userId: asUserId(row.user_id),
    queue: queueOf(row.queue),
    recipeId: asRecipeId(row.recipe_id),
    count: row.count,
    inputIds: row.input_ids.map(asItemId),
    held: toAmounts(row.held),
    consumed: toAmounts(row.consumed),
    createdAtMs: row.created_at_ms,
    startAtMs: row.start_at_ms,
    endAtMs: row.end_at_ms,
  }
}

/** A row of `harvest_setting` in the rules' words. */
export function toSettings(row: SettingRow): HarvestSettings {
  const slots = row.slots.map((selections) =>
    selections.map(({ item_id, limit, priority, max }): HarvestSelection => ({
      itemId: asItemId(item_id),
      limit,
      priority,
      max,
    })),
  )
  return { enabled: row.enabled, maxParallel: row.max_parallel, slots }
}

/** A row of `harvest_group` in the rules' words. */
export function toGroup(row: GroupRow): HarvestGroup {
  return {
    id: asGroupId(row.group_id),
    userId: asUserId(row.user_id),
    recipeId: asRecipeId(row.recipe_id),
    count: row.count,
    items: toAmounts(row.items),
    startAtMs: row.start_at_ms,
    endAtMs: row.end_at_ms,
  }
}

function toAmounts(items: StoredItems): ItemAmount[] {
  return items.map(([itemId, count]) => ({ itemId: asItemId(itemId), count }))
}
