import type { DecisionContext } from '../command.ts'
import { drawCraft } from '../craft/draw-craft.ts'
import type { JobEnded } from '../event.ts'
import { drawFactory } from '../factory/draw-factory.ts'
import type { LedgerDraft } from '../ledger/ledger.ts'
import type { OperationKind } from '../ledger/operation-kinds.ts'
import { asOperationId } from '../numbers.ts'
import type { Rng } from '../rng.ts'
import type { World } from '../world.ts'
import { sumItems, type ItemAmount } from './item-amounts.ts'
import type { Job } from './job.ts'
import { cutToRoom, mintMoves, openGrants } from './mint.ts'
import { returnMoves } from './return-held.ts'

/**
 * Ends a job into a draft: what it held comes back, what it makes is granted (rules §4, §5). Its chance is that of the
 * operation that started it, so that it does not matter when or how often this is computed. A job whose recipe the
 * game no longer has gives back everything.
 */
export function endJob(world: World, draft: LedgerDraft, job: Job, context: DecisionContext): JobEnded {
  const made = drawOutputs(world, job, context.rngFor(job.id))
  const newItems = cutToRoom(draft, made === undefined ? [] : openGrants(world, made.grants, made.rng))
  const restored = made === undefined ? cutToRoom(draft, job.consumed) : []
  const moves = [...returnMoves(job.userId, job.held), ...mintMoves(job.userId, [...newItems, ...restored])]
  const participant = { id: asOperationId(context.newId()), userId: job.userId, kind: endKindOf(job), causeId: job.id }
  const posted = draft.post([participant], moves)
  if (!posted.ok) throw new Error(`Job ${job.id} could not end: ${posted.error.code}`)
  return { type: 'job_ended', job, newItems, returnedItems: sumItems([job.held, restored]), atMs: context.nowMs }
}

function drawOutputs(world: World, job: Job, rng: Rng): { grants: ItemAmount[]; rng: Rng } | undefined {
  const { catalogue } = world
  if (job.queue === 'craft') {
    const recipe = catalogue.craftRecipes.get(job.recipeId)
    return recipe === undefined ? undefined : { grants: drawCraft(recipe, job.count, rng), rng }
  }
  const recipe = catalogue.factoryRecipes.get(job.recipeId)
  return recipe === undefined ? undefined : { grants: drawFactory(recipe, job.inputIds, job.count, rng), rng }
}

function endKindOf(job: Job): OperationKind {
  if (job.queue === 'factory') return 'end_farm'
  return job.endAtMs > job.startAtMs ? 'end_delayed_craft' : 'end_craft'
}
