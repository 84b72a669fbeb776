import type { JobKind } from '../jobs/job-kind.ts'
import { drawCraft } from './draw-craft.ts'

/** Craft jobs for the queues. An instant one ends with a separate operation kind (rules §4). */
export const CRAFT_JOBS: JobKind = {
  queue: 'craft',
  startKind: 'start_craft',
  endKindOf: ({ startAtMs, endAtMs }) => (endAtMs > startAtMs ? 'end_delayed_craft' : 'end_craft'),
  drawOutputs: ({ craftRecipes }, { recipeId, count }, rng) => {
    const recipe = craftRecipes.get(recipeId)
    return recipe && drawCraft(recipe, count, rng)
  },
}
