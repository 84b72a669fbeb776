import type { DecisionContext, StartFactory } from '../command.ts'
import type { EconomyEvent } from '../event.ts'
import { COUNT_MAX } from '../production/ingredients.ts'
import { startJob } from '../production/start-job.ts'
import type { Rejection } from '../rejection.ts'
import { fail, type Result } from '../result.ts'
import type { World } from '../world.ts'
import { chosenOptions, factoryGrants, factoryNeeds, factoryTimeSec, type FactoryRecipe } from './recipe.ts'

/** Starts a factory job: all it needs is used up, one chosen item per slot among it (rules §5). */
export function decideStartFactory(
  world: World,
  { userId, recipeId, inputIds, count }: StartFactory,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const recipe = world.catalogue.factoryRecipes.get(recipeId)
  if (recipe === undefined) return fail({ code: 'recipe_not_found', recipeId })
  if (!Number.isSafeInteger(count) || count < 1 || count > COUNT_MAX) return fail({ code: 'invalid_count', count })
  const refusal = refuseChoice(recipe, inputIds)
  if (refusal !== undefined) return fail(refusal)
  const plan = {
    userId,
    queue: 'factory',
    recipeId,
    count,
    inputIds,
    held: [],
    consumed: factoryNeeds(recipe, inputIds, count),
    timeSec: factoryTimeSec(recipe, inputIds, count),
    grants: factoryGrants(recipe, inputIds, count),
  } as const
  return startJob(world, plan, context)
}

function refuseChoice(recipe: FactoryRecipe, inputIds: StartFactory['inputIds']): Rejection | undefined {
  if (inputIds.length < recipe.slots.length) return { code: 'options_missing', slot: inputIds.length }
  const options = chosenOptions(recipe, inputIds)
  const wrong = inputIds.find((_, slot) => options[slot] === undefined)
  return wrong === undefined ? undefined : { code: 'option_not_available', itemId: wrong }
}
