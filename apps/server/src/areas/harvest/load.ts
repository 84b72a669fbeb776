import {
  asGroupId,
  asItemId,
  asRecipeId,
  asUserId,
  type HarvestGroup,
  type HarvestSelection,
  type HarvestSettings,
} from '@clutch/economy'
import type { AccountLoader } from '../../writer/area.ts'
import { toAmounts } from '../jobs/stored-items.ts'
import type { HarvestGroupTable, HarvestSettingTable } from './tables.ts'

/** Loads a player's settings, running groups and experience. */
export const harvestAccounts: AccountLoader = {
  statements: (userIds) =>
    ['harvest_setting', 'harvest_group', 'harvest_experience'].map((table) => ({
      name: `select-${table}`,
      text: `select * from ${table} where user_id = any($1::uuid[])`,
      values: [userIds],
    })),
  add(world, [settings = [], groups = [], experience = []]) {
    const harvestOf = (row: Readonly<Record<string, unknown>>) =>
      world.account(asUserId(String(row['user_id']))).harvest
    for (const row of settings) {
      const stored = row as unknown as HarvestSettingTable
      harvestOf(row).setSettings(asRecipeId(stored.recipe_id), toSettings(stored))
    }
    for (const row of groups) harvestOf(row).addGroup(toGroup(row as unknown as HarvestGroupTable))
    for (const row of experience) {
      const [recipeId, itemId] = [asRecipeId(Number(row['recipe_id'])), asItemId(Number(row['item_id']))]
      harvestOf(row).setExperience(recipeId, itemId, Number(row['experience']))
    }
  },
}

/** Parses a row of `harvest_setting`. */
export function toSettings(row: HarvestSettingTable): HarvestSettings {
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

/** Parses a row of `harvest_group`. */
export function toGroup(row: HarvestGroupTable): HarvestGroup {
  return {
    id: asGroupId(row.group_id),
    userId: asUserId(row.user_id),
    recipeId: asRecipeId(row.recipe_id),
    contentVersion: row.content_version,
    count: row.count,
    items: toAmounts(row.items),
    startAtMs: row.start_at_ms,
    endAtMs: row.end_at_ms,
  }
}
