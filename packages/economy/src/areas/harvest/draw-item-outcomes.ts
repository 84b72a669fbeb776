import { drawBinomial } from '../../core/chance/binomial.ts'
import type { ItemId } from '../../core/numbers.ts'
import type { ItemAmount } from '../../core/item-amounts.ts'
import type { Rng } from '../../core/chance/rng.ts'
import type { HarvestGroup } from './harvest-group.ts'
import type { HarvestItem } from './recipe.ts'
import { splitChance } from './multipliers.ts'

/** The outcome of a group's items. */
export interface ItemOutcomes {
  readonly returned: ItemAmount[]
  readonly broken: ItemAmount[]
  /** Items that were upgraded. */
  readonly upgradedFrom: ItemAmount[]
  /** What they became. */
  readonly upgradedTo: ItemAmount[]
  /** What broken items grant, before it opens. */
  readonly grants: ItemAmount[]
  /** Experience afterwards, of items that gained some. */
  readonly experience: Map<ItemId, number>
}

/**
 * Each run's slot item breaks by its chance, or returns with one more experience (rules §6). Experience is counted per
 * player, recipe and item, and every `expForUp`-th return becomes `resultAfterUp`, so grouping runs changes nothing.
 * Where two slots took the same item, the order matters, so such runs are drawn one by one.
 */
export function drawItemOutcomes(
  group: HarvestGroup,
  items: readonly (HarvestItem | undefined)[],
  experience: ReadonlyMap<ItemId, number>,
  rng: Rng,
): ItemOutcomes {
  const outcomes: ItemOutcomes = {
    returned: [],
    broken: [],
    upgradedFrom: [],
    upgradedTo: [],
    grants: [],
    experience: new Map(),
  }
  const sharesItem = new Set(group.items.map(({ itemId }) => itemId)).size < group.items.length
  const together = sharesItem ? 1 : group.count
  for (let runs = 0; runs < group.count; runs += together) {
    for (const [slot, held] of group.items.entries()) {
      drawSlot(outcomes, held, items[slot], together, experience, rng)
    }
  }
  return outcomes
}

/** @param item the slot's terms for it; undefined if the slot does not take it. */
function drawSlot(
  outcomes: ItemOutcomes,
  { itemId, count }: ItemAmount,
  item: HarvestItem | undefined,
  runs: number,
  experience: ReadonlyMap<ItemId, number>,
  rng: Rng,
): void {
  if (item === undefined) {
    outcomes.returned.push({ itemId, count: count * runs })
    return
  }
  const chance = splitChance(item.breakPercent)
  const breaks = chance.fixed > 0 ? runs : drawBinomial(runs, chance.part, chance.whole, rng)
  const returns = runs - breaks
  const ups = gainExperience(outcomes, item, experience, returns)
  outcomes.broken.push({ itemId, count: breaks * count })
  outcomes.returned.push({ itemId, count: (returns - ups) * count })
  if (item.resultAfterUp !== undefined) {
    outcomes.upgradedFrom.push({ itemId, count: ups * count })
    outcomes.upgradedTo.push({ itemId: item.resultAfterUp, count: ups * count })
  }
  for (const granted of item.onBreakResult) outcomes.grants.push({ itemId: granted, count: breaks })
}

/** @returns how many returned items are upgraded. */
function gainExperience(
  outcomes: ItemOutcomes,
  { itemId, expForUp, resultAfterUp }: HarvestItem,
  experience: ReadonlyMap<ItemId, number>,
  returns: number,
): number {
  if (expForUp === 0 || returns === 0) return 0
  const before = Math.min(outcomes.experience.get(itemId) ?? experience.get(itemId) ?? 0, expForUp - 1)
  const total = before + returns
  outcomes.experience.set(itemId, total % expForUp)
  return resultAfterUp === undefined ? 0 : Math.floor(total / expForUp)
}
