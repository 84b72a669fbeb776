import type { HarvestEnded, HarvestGroup, HarvestSet } from '@clutch/economy'
import { jsonCell, overRows, type MaybeStatement } from '../../store/statement.ts'
import { itemsCell } from '../jobs/stored-items.ts'

export function upsertHarvestSettings(changes: readonly HarvestSet[]): MaybeStatement {
  return overRows(
    'upsert-harvest-settings',
    changes,
    [
      ({ userId }) => userId,
      ({ recipeId }) => recipeId,
      ({ settings }) => String(settings.enabled),
      ({ settings }) => settings.maxParallel,
      ({ settings }) => jsonCell(settings.slots.map(toStoredSelections)),
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
      ({ contentVersion }) => contentVersion,
    ],
    `insert into harvest_group (group_id, user_id, recipe_id, count, items, start_at_ms, end_at_ms, content_version)
    select group_id, user_id, recipe_id, count, items::json, start_at_ms, end_at_ms, content_version
    from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::text[], $6::bigint[], $7::bigint[],
      $8::integer[])
    as row (group_id, user_id, recipe_id, count, items, start_at_ms, end_at_ms, content_version)`,
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

export function insertHarvestHistory(ended: readonly HarvestEnded[]): MaybeStatement {
  return overRows(
    'insert-harvest-history',
    ended,
    [
      ({ group }) => group.userId,
      ({ group }) => group.id,
      ({ group }) => group.recipeId,
      ({ group }) => group.count,
      ({ group }) => itemsCell(group.items),
      ({ newItems }) => itemsCell(newItems),
      ({ brokenItems }) => itemsCell(brokenItems),
      ({ upgradedItems }) => itemsCell(upgradedItems),
      ({ group }) => group.startAtMs,
      ({ group }) => group.endAtMs,
    ],
    `insert into harvest_history (user_id, group_id, recipe_id, count, items, new_items, broken_items, upgraded_items,
      start_at_ms, end_at_ms)
    select user_id, group_id, recipe_id, count, items::json, new_items::json, broken_items::json, upgraded_items::json,
      start_at_ms, end_at_ms
    from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::bigint[], $10::bigint[])
    as row (user_id, group_id, recipe_id, count, items, new_items, broken_items, upgraded_items, start_at_ms, end_at_ms)`,
  )
}

/** A player's experience with one item in a recipe. */
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
