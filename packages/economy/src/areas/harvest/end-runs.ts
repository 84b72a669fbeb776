import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { sumItems } from '../../core/item-amounts.ts'
import { THE_WORLD, freeOf, heldOf } from '../../core/ledger/accounts.ts'
import { LedgerDraft } from '../../core/ledger/ledger.ts'
import { moveItems } from '../../core/ledger/move-items.ts'
import { asOperationId } from '../../core/numbers.ts'
import type { World } from '../../core/world.ts'
import { contentOf } from '../content/contents.ts'
import { clampToSupply, openGrants } from '../items/mint.ts'
import { drawItemOutcomes } from './draw-item-outcomes.ts'
import { drawResults } from './draw-results.ts'
import type { HarvestGroup } from './harvest-group.ts'

/**
 * Ends all runs of a group at once (rules §6), drawing sums instead of single chances, seeded by the operation that
 * ends the group (rules §3). Uses the content the runs were started under; items of a recipe that it lacks return
 * unchanged.
 */
export function decideEndRuns(world: World, group: HarvestGroup, context: DecisionContext): EconomyEvent[] {
  const { userId, recipeId, count, contentVersion } = group
  const content = contentOf(world.catalogue, contentVersion)
  const recipe = content.harvestRecipes.get(recipeId)
  const id = asOperationId(context.newId())
  const rng = context.rngFor(id)
  const items = group.items.map(({ itemId }, slot) => recipe?.slots[slot]?.items.find((item) => item.itemId === itemId))
  const results =
    recipe === undefined
      ? []
      : drawResults(
          recipe,
          items.filter((item) => item !== undefined),
          count,
          rng,
        )
  const known = world.account(userId).harvest.state(recipeId)?.experience ?? new Map()
  const outcomes = drawItemOutcomes(group, items, known, rng)

  const draft = new LedgerDraft(world, context)
  const newItems = clampToSupply(draft, openGrants(content, [...results, ...outcomes.grants], rng))
  const brokenItems = sumItems([outcomes.broken])
  const upgradedItems = clampToSupply(draft, sumItems([outcomes.upgradedTo]), newItems)
  const moves = [
    ...moveItems(sumItems([outcomes.returned]), heldOf(userId), freeOf(userId)),
    ...moveItems(sumItems([brokenItems, outcomes.upgradedFrom]), heldOf(userId), THE_WORLD),
    ...moveItems(upgradedItems, THE_WORLD, freeOf(userId)),
    ...moveItems(newItems, THE_WORLD, freeOf(userId)),
  ]
  const posted = draft.post([{ id, userId, kind: 'harvesting_end', causeId: group.id }], moves)
  if (!posted.ok) throw new Error(`Group ${group.id} could not end: ${posted.error.code}`)
  const experience = Array.from(outcomes.experience, ([itemId, value]) => ({ itemId, experience: value }))
  return [...draft.toEvents(), { type: 'harvest_ended', group, newItems, brokenItems, upgradedItems, experience }]
}
