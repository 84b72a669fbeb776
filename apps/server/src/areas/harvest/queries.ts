import type { HarvestHistoryEntry, HarvestUserData } from '@clutch/contract'
import { toSecondsBy } from '@clutch/contract/formats'
import { HARVEST_HISTORY_PAGE_SIZE } from '@clutch/contract/constants'
import { asItemId, asRecipeId } from '@clutch/economy'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { ANONYMOUS } from '../../http/call-handlers.ts'
import { toQuantities } from '../responses.ts'
import { toAmounts } from '../jobs/stored-items.ts'
import { toUserData } from './responses.ts'
import { toGroup, toSettings } from './load.ts'

/** A player's settings, running groups and experience for every recipe they have set up; none for an anonymous caller. */
export async function readUserData(context: Context, userId: string): Promise<HarvestUserData[]> {
  if (userId === ANONYMOUS) return []
  const { db } = context.store
  const [settings, groups, experience] = await Promise.all([
    db.selectFrom('harvest_setting').selectAll().where('user_id', '=', userId).orderBy('recipe_id').execute(),
    db.selectFrom('harvest_group').selectAll().where('user_id', '=', userId).orderBy('end_at_ms').execute(),
    db.selectFrom('harvest_experience').selectAll().where('user_id', '=', userId).orderBy('item_id').execute(),
  ])
  return settings.map((row) => {
    const running = groups.filter(({ recipe_id }) => recipe_id === row.recipe_id).map(toGroup)
    const gained = experience.filter(({ recipe_id }) => recipe_id === row.recipe_id)
    const state = {
      settings: toSettings(row),
      activeCount: running.reduce((sum, { count }) => sum + count, 0),
      experience: new Map(gained.map(({ item_id, experience: value }) => [asItemId(item_id), value])),
    }
    return toUserData(asRecipeId(row.recipe_id), state, running)
  })
}

/** A page of a player's ended harvests, newest first. `lastId` is the last id of the previous page. */
export async function readHarvestHistory(
  context: Context,
  userId: string,
  lastId: string | undefined,
): Promise<HarvestHistoryEntry[]> {
  let page = context.store.db
    .selectFrom('harvest_history')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('end_at_ms', 'desc')
    .orderBy('group_id', 'desc')
    .limit(HARVEST_HISTORY_PAGE_SIZE)
  if (lastId !== undefined) {
    const last = sql`(select end_at_ms, group_id from harvest_history where user_id = ${userId} and group_id = ${lastId})`
    page = page.where(sql<boolean>`(end_at_ms, group_id) < ${last}`)
  }
  const rows = await page.execute()
  return rows.map((row) => ({
    id: row.group_id,
    receipt_id: row.recipe_id,
    count: row.count,
    start_at: toSecondsBy(row.start_at_ms),
    end_at: toSecondsBy(row.end_at_ms),
    new_items: toQuantities(toAmounts(row.new_items)),
    broken_items: toQuantities(toAmounts(row.broken_items)),
    upgraded_items: toQuantities(toAmounts(row.upgraded_items)),
  }))
}
