import type { DecisionContext } from '../command.ts'
import type { EconomyEvent } from '../event.ts'
import { heldOf, THE_WORLD } from '../ledger/accounts.ts'
import { LedgerDraft } from '../ledger/ledger.ts'
import { asOperationId, asQuantity } from '../numbers.ts'
import { sumItems } from '../production/item-amounts.ts'
import { cutToRoom, mintMoves, openGrants } from '../production/mint.ts'
import { returnMoves } from '../production/return-held.ts'
import type { World } from '../world.ts'
import { drawResults } from './draw-results.ts'
import { drawWear } from './draw-wear.ts'
import type { HarvestGroup } from './harvest.ts'

/**
 * Ends all runs of a group at once (rules §6). Sums of chances are drawn, not chances one by one, and the chance is
 * that of the operation that began the group. Items of a recipe that the game has changed meanwhile come back as
 * they are.
 */
export function decideEndRuns(world: World, group: HarvestGroup, context: DecisionContext): EconomyEvent[] {
  const { userId, recipeId, count } = group
  const recipe = world.catalogue.harvestRecipes.get(recipeId)
  const rng = context.rngFor(group.id)
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
  const known = world.account(userId).production.harvest(recipeId)?.experience ?? new Map()
  const wear = drawWear(group, items, known, rng)

  const draft = new LedgerDraft(world, context.nowMs)
  const newItems = cutToRoom(draft, openGrants(world, [...results, ...wear.grants], rng))
  const brokenItems = sumItems([wear.broken])
  const upgradedItems = cutToRoom(draft, sumItems([wear.upgraded]))
  const used = sumItems([brokenItems, wear.raised]).map(
    ({ itemId, count: amount }) =>
      ({ from: heldOf(userId), to: THE_WORLD, asset: itemId, amount: asQuantity(amount) }) as const,
  )
  const returned = returnMoves(userId, sumItems([wear.returned]))
  const id = asOperationId(context.newId())
  const posted = draft.post(
    [{ id, userId, kind: 'harvesting_end', causeId: group.id }],
    [...returned, ...used, ...mintMoves(userId, upgradedItems), ...mintMoves(userId, newItems)],
  )
  if (!posted.ok) throw new Error(`Group ${group.id} could not end: ${posted.error.code}`)
  const experience = Array.from(wear.experience, ([itemId, value]) => ({ itemId, experience: value }))
  return [...draft.toEvents(), { type: 'harvest_ended', group, newItems, brokenItems, upgradedItems, experience }]
}
