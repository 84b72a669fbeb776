import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { THE_WORLD, freeOf, heldOf, type Move } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { AMOUNT_MAX, asOperationId, asQuantity, type ItemId, type RecipeId, type UserId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { versionOf } from '../content/contents.ts'
import { mostOpened } from '../items/estimate-opening.ts'
import { DRAWS_MAX } from '../items/open-item.ts'
import { asGroupId, type HarvestGroup } from './harvest-group.ts'
import { planRuns, type RunPlan } from './plan-runs.ts'
import type { HarvestItem, HarvestRecipe } from './recipe.ts'
import { harvestGrants, runTimeMs, speedMillionths } from './multipliers.ts'

/**
 * Starts every run of a recipe that settings, stock and limits allow now (rules §6): one group per set of items, and
 * one operation per group, which shares its id.
 */
export function decideStartRuns(
  world: World,
  userId: UserId,
  recipeId: RecipeId,
  context: DecisionContext,
): EconomyEvent[] {
  const recipe = world.catalogue.harvestRecipes.get(recipeId)
  const harvest = world.account(userId).harvest.state(recipeId)
  if (recipe === undefined || harvest === undefined) return []
  const draft = new LedgerDraft(world, context)
  const running = { activeCount: harvest.activeCount, itemsInRuns: new Map(harvest.itemsInRuns) }
  const groups: HarvestGroup[] = []
  for (;;) {
    const plan = planRuns(recipe, harvest.settings, running, (itemId) => draft.freeBalance(userId, itemId))
    const count = plan === undefined ? 0 : Math.min(plan.count, maxRunsPerGroup(world, recipe, plan.chosen))
    if (plan === undefined || count < 1) break
    groups.push(startGroup(draft, recipe, { ...plan, count }, userId, context, versionOf(world.catalogue)))
    running.activeCount += count
    for (const { itemId, count: ofRun } of plan.chosen) {
      running.itemsInRuns.set(itemId, (running.itemsInRuns.get(itemId) ?? 0) + ofRun * count)
    }
  }
  return groups.length === 0
    ? []
    : [...draft.toEvents(), ...groups.map((group) => ({ type: 'harvest_started', group }) as const)]
}

/**
 * Most runs whose largest possible yield fits into one operation (rules §0). Checked before they start, because ending
 * cannot fail.
 */
function maxRunsPerGroup(world: World, recipe: HarvestRecipe, chosen: readonly HarvestItem[]): number {
  const grants = harvestGrants(recipe, chosen, 1)
  const { max, draws } = mostOpened(world.catalogue, grants)
  const units = grants.reduce((sum, grant) => sum + grant.max, 0)
  return Math.floor(Math.min(AMOUNT_MAX / Math.max(1, ...max.values(), units), DRAWS_MAX / Math.max(1, draws)))
}

function startGroup(
  draft: LedgerDraft,
  recipe: HarvestRecipe,
  { chosen, count }: RunPlan,
  userId: UserId,
  context: DecisionContext,
  contentVersion: number,
): HarvestGroup {
  const id = asOperationId(context.newId())
  const moves: Move[] = []
  for (const item of chosen) {
    const take = (itemId: ItemId, amount: number, to: Move['to']): void => {
      moves.push({ from: freeOf(userId), to, asset: itemId, amount: asQuantity(amount * count) })
    }
    take(item.itemId, item.count, heldOf(userId))
    for (const required of item.requirements) take(required.itemId, required.count, THE_WORLD)
  }
  const posted = draft.post([{ id, userId, kind: 'harvesting_start', causeId: id }], moves)
  if (!posted.ok) throw new Error(`Runs of recipe ${recipe.id} could not start: ${posted.error.code}`)
  return {
    id: asGroupId(id),
    userId,
    recipeId: recipe.id,
    contentVersion,
    count,
    items: chosen.map(({ itemId, count: ofRun }) => ({ itemId, count: ofRun })),
    startAtMs: context.nowMs,
    endAtMs: context.nowMs + runTimeMs(recipe.durationHour, speedMillionths(chosen)),
  }
}
