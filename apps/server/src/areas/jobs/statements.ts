import { toSecondsBy } from '@clutch/contract/formats'
import type { Job, JobEnded } from '@clutch/economy'
import { jsonCell, overRows, type MaybeStatement } from '../../store/statement.ts'
import { toQuantities } from '../responses.ts'
import { QUEUE_CODES } from './codes.ts'
import { itemsCell } from './stored-items.ts'

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
      ({ inputIds }) => jsonCell(inputIds),
      ({ held }) => itemsCell(held),
      ({ consumed }) => itemsCell(consumed),
      ({ createdAtMs }) => createdAtMs,
      ({ startAtMs }) => startAtMs,
      ({ endAtMs }) => endAtMs,
      ({ contentVersion }) => contentVersion,
    ],
    `insert into job (job_id, user_id, queue, recipe_id, count, input_ids, held, consumed, created_at_ms, start_at_ms,
      end_at_ms, content_version)
    select job_id, user_id, queue, recipe_id, count, input_ids::json, held::json, consumed::json, created_at_ms, start_at_ms,
      end_at_ms, content_version
    from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[],
      $9::bigint[], $10::bigint[], $11::bigint[], $12::integer[])
    as row (job_id, user_id, queue, recipe_id, count, input_ids, held, consumed, created_at_ms, start_at_ms, end_at_ms,
      content_version)`,
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
      ({ atMs }) => toSecondsBy(atMs),
      ({ job }) => job.id,
      ({ job }) => job.recipeId,
      ({ job }) => job.count,
      ({ job }) => jsonCell(job.inputIds),
      ({ job }) => job.createdAtMs,
      ({ newItems, returnedItems }) =>
        jsonCell({ new_items: toQuantities(newItems), returned_items: toQuantities(returnedItems) }),
    ],
    `insert into job_history (user_id, queue, end_at_sec, job_id, recipe_id, count, input_ids, created_at_ms, document)
    select user_id, queue, end_at_sec, job_id, recipe_id, count, input_ids::json, created_at_ms, document::json
    from unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::uuid[], $5::integer[], $6::integer[], $7::text[], $8::bigint[], $9::text[])
    as row (user_id, queue, end_at_sec, job_id, recipe_id, count, input_ids, created_at_ms, document)`,
  )
}
