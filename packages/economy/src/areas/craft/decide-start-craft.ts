import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { sumItems } from '../../core/item-amounts.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { COUNT_MAX } from '../jobs/ingredients.ts'
import { startJob } from '../jobs/start-job.ts'
import { CRAFT_JOBS } from './craft-jobs.ts'
import { craftGrants, type StartCraft } from './recipe.ts'

/** Crafts `count` units: consumables are burned, kept items are on hold until it ends (rules §4). */
export function decideStartCraft(
  world: World,
  { userId, recipeId, count }: StartCraft,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const recipe = world.catalogue.craftRecipes.get(recipeId)
  if (recipe === undefined) return fail({ code: 'recipe_not_found', recipeId })
  if (!Number.isSafeInteger(count) || count < 1 || count > COUNT_MAX) return fail({ code: 'invalid_count', count })
  const plan = {
    userId,
    recipeId,
    count,
    inputIds: [],
    held: sumItems([recipe.remain], count),
    consumed: sumItems([recipe.consumable], count),
    timeSec: recipe.timeSec * count,
    grants: craftGrants(recipe, count),
  }
  return startJob(world, CRAFT_JOBS, plan, context)
}
