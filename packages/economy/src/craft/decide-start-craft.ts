import type { DecisionContext, StartCraft } from '../command.ts'
import type { EconomyEvent } from '../event.ts'
import { COUNT_MAX } from '../production/ingredients.ts'
import { sumItems } from '../production/item-amounts.ts'
import { startJob } from '../production/start-job.ts'
import type { Rejection } from '../rejection.ts'
import { fail, type Result } from '../result.ts'
import type { World } from '../world.ts'
import { craftGrants } from './recipe.ts'

/** Crafts `count` units: consumables are used up, kept items go on hold until it ends (rules §4). */
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
    queue: 'craft',
    recipeId,
    count,
    inputIds: [],
    held: sumItems([recipe.remain], count),
    consumed: sumItems([recipe.consumable], count),
    timeSec: recipe.timeSec * count,
    grants: craftGrants(recipe, count),
  } as const
  return startJob(world, plan, context)
}
