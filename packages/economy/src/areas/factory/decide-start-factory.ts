import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { COUNT_MAX } from '../jobs/ingredients.ts'
import { startJob } from '../jobs/start-job.ts'
import { FACTORY_JOBS } from './factory-jobs.ts'
import {
  chosenOptions,
  factoryGrants,
  factoryNeeds,
  factoryTimeSec,
  type FactoryRecipe,
  type StartFactory,
} from './recipe.ts'

/** Starts a factory job: everything it needs is burned, including one chosen item per slot (rules §5). */
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
    recipeId,
    count,
    inputIds,
    held: [],
    consumed: factoryNeeds(recipe, inputIds, count),
    timeSec: factoryTimeSec(recipe, inputIds, count),
    grants: factoryGrants(recipe, inputIds, count),
  }
  return startJob(world, FACTORY_JOBS, plan, context)
}

function refuseChoice(recipe: FactoryRecipe, inputIds: StartFactory['inputIds']): Rejection | undefined {
  if (inputIds.length < recipe.slots.length) return { code: 'options_missing', slot: inputIds.length }
  const options = chosenOptions(recipe, inputIds)
  const wrong = inputIds.find((_, slot) => options[slot] === undefined)
  return wrong === undefined ? undefined : { code: 'option_not_available', itemId: wrong }
}
