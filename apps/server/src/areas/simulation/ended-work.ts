import type { JobDocument } from '@clutch/contract'
import { asItemId, asRecipeId, sumItems, type ItemAmount, type StartedWork } from '@clutch/economy'
import type { Context } from '../../context.ts'
import { toAmounts } from '../jobs/stored-items.ts'
import { QUEUE_CODES } from '../jobs/codes.ts'

/** Completed work and its net changes. */
export interface EndedWork {
  readonly work: StartedWork
  readonly changes: readonly ItemAmount[]
}

type Kind = 'craft' | 'factory' | 'harvest'

/** A player's completed work by its history id; undefined if it does not exist or its recipe was removed. */
export function findEndedWork(
  context: Context,
  userId: string,
  kind: Kind,
  id: string,
): Promise<EndedWork | undefined> {
  return kind === 'harvest' ? findHarvest(context, userId, id) : findJob(context, userId, kind, id)
}

async function findJob(
  { store, catalogue }: Context,
  userId: string,
  kind: 'craft' | 'factory',
  id: string,
): Promise<EndedWork | undefined> {
  const row = await store.db
    .selectFrom('job_history')
    .selectAll()
    .where('user_id', '=', userId)
    .where('queue', '=', QUEUE_CODES[kind])
    .where('job_id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const recipeId = asRecipeId(row.recipe_id)
  const inputIds = row.input_ids.map(asItemId)
  const { count } = row
  const work: StartedWork = kind === 'craft' ? { kind, recipeId, count } : { kind, recipeId, inputIds, count }
  const taken =
    kind === 'craft'
      ? catalogue.craftRecipes.get(recipeId)?.consumable
      : factoryTakes(catalogue.factoryRecipes.get(recipeId)?.required, inputIds)
  if (taken === undefined) return undefined
  const { new_items: made } = row.document as JobDocument
  const gained = made.map(({ item_id, quantity }) => ({ itemId: asItemId(item_id), count: quantity }))
  return { work, changes: [...gained, ...negated(sumItems([taken], count))] }
}

async function findHarvest({ store, catalogue }: Context, userId: string, id: string): Promise<EndedWork | undefined> {
  const row = await store.db
    .selectFrom('harvest_history')
    .selectAll()
    .where('user_id', '=', userId)
    .where('group_id', '=', id)
    .executeTakeFirst()
  const recipeId = asRecipeId(row?.recipe_id ?? 0)
  const recipe = catalogue.harvestRecipes.get(recipeId)
  if (row === undefined || recipe === undefined) return undefined
  const items = toAmounts(row.items)
  const used = items.flatMap(
    ({ itemId }, slot) => recipe.slots[slot]?.items.find((item) => item.itemId === itemId)?.requirements ?? [],
  )
  const slots = items.map(({ itemId }) => [{ itemId, limit: 0, priority: 0, max: 0 }])
  return {
    work: { kind: 'harvest', recipeId, maxParallel: row.count, slots, ignoresExperience: true },
    changes: [
      ...toAmounts(row.new_items),
      ...negated([...sumItems([used], row.count), ...toAmounts(row.broken_items)]),
    ],
  }
}

function factoryTakes(
  required: readonly ItemAmount[] | undefined,
  inputIds: readonly ItemAmount['itemId'][],
): ItemAmount[] | undefined {
  return required && [...required, ...inputIds.map((itemId) => ({ itemId, count: 1 }))]
}

function negated(items: readonly ItemAmount[]): ItemAmount[] {
  return items.map(({ itemId, count }) => ({ itemId, count: -count }))
}
