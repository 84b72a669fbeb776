import type { EconomyEvent, HarvestEnded, HarvestGroup, HarvestSet, ItemAmount, Job, JobEnded } from '@clutch/economy'
import { QUEUE_CODES } from '../store/codes.ts'
import { toQuantities, toSeconds } from './production-answers.ts'
import { overRows, quote, type MaybeStatement } from './statements.ts'

function itemsCell(items: readonly ItemAmount[]): string {
  return quote(JSON.stringify(items.map(({ itemId, count }) => [itemId, count])))
}

export function insertJobs(jobs: readonly Job[]): MaybeStatement {
  return overRows(
    'insert-jobs',
    jobs,
    [
      ({ id }) => id,
      ({ userId }) => userId,
      ({ queue }) => QUEUE_CODES[queue],
      ({ recipeId }) => recipeId,
      ({ count }) => count,
      ({ inputIds }) => quote(JSON.stringify(inputIds)),
      ({ held }) => itemsCell(held),
      ({ consumed }) => itemsCell(consumed),
      ({ createdAtMs }) => createdAtMs,
      ({ startAtMs }) => startAtMs,
      ({ endAtMs }) => endAtMs,
    ],
    `insert into job (job_id, user_id, queue, recipe_id, count, input_ids, held, consumed, created_at_ms, start_at_ms, end_at_ms)
    select job_id, user_id, queue, recipe_id, count, input_ids::json, held::json, consumed::json, created_at_ms, start_at_ms, end_at_ms
    from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[],
      $9::bigint[], $10::bigint[], $11::bigint[])
    as row (job_id, user_id, queue, recipe_id, count, input_ids, held, consumed, created_at_ms, start_at_ms, end_at_ms)`,
  )
}

export function moveJobs(jobs: readonly Job[]): MaybeStatement {
  return overRows(
    'move-jobs',
    jobs,
    [({ id }) => id, ({ startAtMs }) => startAtMs, ({ endAtMs }) => endAtMs],
    `update job set start_at_ms = moved.start_at_ms, end_at_ms = moved.end_at_ms
    from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as moved (job_id, start_at_ms, end_at_ms)
    where job.job_id = moved.job_id`,
  )
}

export function deleteJobs(ids: readonly string[]): MaybeStatement {
  return overRows('delete-jobs', ids, [(id) => id], 'delete from job where job_id = any($1::uuid[])')
}

export function insertJobHistory(ended: readonly JobEnded[]): MaybeStatement {
  return overRows(
    'insert-job-history',
    ended,
    [
      ({ job }) => job.userId,
      ({ job }) => QUEUE_CODES[job.queue],
      ({ atMs }) => toSeconds(atMs),
      ({ job }) => job.id,
      ({ job }) => job.recipeId,
      ({ job }) => job.count,
      ({ job }) => quote(JSON.stringify(job.inputIds)),
      ({ job }) => job.createdAtMs,
      ({ newItems, returnedItems }) =>
        quote(JSON.stringify({ new_items: toQuantities(newItems), returned_items: toQuantities(returnedItems) })),
    ],
    `insert into job_history (user_id, queue, end_at_sec, job_id, recipe_id, count, input_ids, created_at_ms, document)
    select user_id, queue, end_at_sec, job_id, recipe_id, count, input_ids::json, created_at_ms, document::json
    from unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::uuid[], $5::integer[], $6::integer[], $7::text[], $8::bigint[], $9::text[])
    as row (user_id, queue, end_at_sec, job_id, recipe_id, count, input_ids, created_at_ms, document)`,
  )
}

export function upsertHarvestSettings(changes: readonly HarvestSet[]): MaybeStatement {
  return overRows(
    'upsert-harvest-settings',
    changes,
    [
      ({ userId }) => userId,
      ({ recipeId }) => recipeId,
      ({ settings }) => String(settings.enabled),
      ({ settings }) => settings.maxParallel,
      ({ settings }) => quote(JSON.stringify(settings.slots.map(toStoredSelections))),
    ],
    `insert into harvest_setting (user_id, recipe_id, enabled, max_parallel, slots)
    select user_id, recipe_id, enabled, max_parallel, slots::json
    from unnest($1::uuid[], $2::integer[], $3::boolean[], $4::integer[], $5::text[])
    as row (user_id, recipe_id, enabled, max_parallel, slots)
    on conflict (user_id, recipe_id) do update set
      enabled = excluded.enabled, max_parallel = excluded.max_parallel, slots = excluded.slots`,
  )
}

function toStoredSelections(selections: HarvestSet['settings']['slots'][number]) {
  return selections.map(({ itemId, limit, priority, max }) => ({ item_id: itemId, limit, priority, max }))
}

export function insertHarvestGroups(groups: readonly HarvestGroup[]): MaybeStatement {
  return overRows(
    'insert-harvest-groups',
    groups,
    [
      ({ id }) => id,
      ({ userId }) => userId,
      ({ recipeId }) => recipeId,
      ({ count }) => count,
      ({ items }) => itemsCell(items),
      ({ startAtMs }) => startAtMs,
      ({ endAtMs }) => endAtMs,
    ],
    `insert into harvest_group (group_id, user_id, recipe_id, count, items, start_at_ms, end_at_ms)
    select group_id, user_id, recipe_id, count, items::json, start_at_ms, end_at_ms
    from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::text[], $6::bigint[], $7::bigint[])
    as row (group_id, user_id, recipe_id, count, items, start_at_ms, end_at_ms)`,
  )
}

export function deleteHarvestGroups(ids: readonly string[]): MaybeStatement {
  return overRows(
    'delete-harvest-groups',
    ids,
    [(id) => id],
    'delete from harvest_group where group_id = any($1::uuid[])',
  )
}

/** One item's experience of a player with a recipe. */
export interface ExperienceRow {
  readonly group: HarvestEnded['group']
  readonly itemId: number
  readonly experience: number
}

export function upsertExperience(rows: readonly ExperienceRow[]): MaybeStatement {
  return overRows(
    'upsert-experience',
    rows,
    [
      ({ group }) => group.userId,
      ({ group }) => group.recipeId,
      ({ itemId }) => itemId,
      ({ experience }) => experience,
    ],
    `insert into harvest_experience (user_id, recipe_id, item_id, experience)
    select * from unnest($1::uuid[], $2::integer[], $3::integer[], $4::bigint[])
    on conflict (user_id, recipe_id, item_id) do update set experience = excluded.experience`,
  )
}

export type Energised = Extract<EconomyEvent, { type: 'energised' }>

export function upsertEnergised(rows: readonly Energised[]): MaybeStatement {
  return overRows(
    'upsert-energised',
    rows,
    [({ userId }) => userId, ({ untilMs }) => untilMs],
    `insert into energised (user_id, until_ms) select * from unnest($1::uuid[], $2::bigint[])
    on conflict (user_id) do update set until_ms = excluded.until_ms`,
  )
}
