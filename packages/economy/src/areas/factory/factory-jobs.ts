import type { JobKind } from '../jobs/job-kind.ts'
import { drawFactory } from './draw-factory.ts'

/** Factory jobs for the queues. */
export const FACTORY_JOBS: JobKind = {
  queue: 'factory',
  startKind: 'start_farm',
  endKindOf: () => 'end_farm',
  drawOutputs: ({ factoryRecipes }, { recipeId, inputIds, count }, rng) => {
    const recipe = factoryRecipes.get(recipeId)
    return recipe && drawFactory(recipe, inputIds, count, rng)
  },
}
