import type { HarvestUserData } from '@clutch/contract'
import { asItemId, asRecipeId } from '@clutch/economy'
import type { Context } from '../../context.ts'
import { toUserData } from './answers.ts'
import { toGroup, toSettings } from './load.ts'

/** A player's settings, running groups and experience of every recipe that was ever set up. */
export async function readUserData(context: Context, userId: string): Promise<HarvestUserData[]> {
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
