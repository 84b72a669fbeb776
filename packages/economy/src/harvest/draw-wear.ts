import { drawBinomial } from '../chance/binomial.ts'
import type { ItemId } from '../numbers.ts'
import type { ItemAmount } from '../production/item-amounts.ts'
import type { Rng } from '../rng.ts'
import type { HarvestGroup } from './harvest.ts'
import type { HarvestItem } from './recipe.ts'
import { splitChance } from './run-numbers.ts'

/** What became of a group's items, slot by slot. */
export interface Wear {
  readonly returned: ItemAmount[]
  readonly broken: ItemAmount[]
  /** Gone because they became something else, and what they became. */
  readonly raised: ItemAmount[]
  readonly upgraded: ItemAmount[]
  /** What breaking grants, before it opens. */
  readonly grants: ItemAmount[]
  /** Experience after the group, of items that gained some. */
  readonly experience: Map<ItemId, number>
}

/**
 * Each run's slot item breaks by its chance, or returns with one more experience (rules §6). Experience is counted per
 * player, recipe and item: every `expForUp`-th return becomes `resultAfterUp`, so how runs are grouped changes nothing.
 */
export function drawWear(
  group: HarvestGroup,
  items: readonly (HarvestItem | undefined)[],
  experience: ReadonlyMap<ItemId, number>,
  rng: Rng,
): Wear {
  const wear: Wear = { returned: [], broken: [], raised: [], upgraded: [], grants: [], experience: new Map() }
  for (const [slot, { itemId, count }] of group.items.entries()) {
    const item = items[slot]
    if (item === undefined) {
      wear.returned.push({ itemId, count: count * group.count })
      continue
    }
    const chance = splitChance(item.breakPercent)
    const breaks = chance.sure > 0 ? group.count : drawBinomial(group.count, chance.part, chance.whole, rng)
    const returns = group.count - breaks
    const ups = gainExperience(wear, item, experience, returns)
    wear.broken.push({ itemId, count: breaks * count })
    wear.returned.push({ itemId, count: (returns - ups) * count })
    if (item.resultAfterUp !== undefined) {
      wear.raised.push({ itemId, count: ups * count })
      wear.upgraded.push({ itemId: item.resultAfterUp, count: ups * count })
    }
    for (const granted of item.onBreakResult) wear.grants.push({ itemId: granted, count: breaks })
  }
  return wear
}

/** @returns how many of the returned runs' items become something else. */
function gainExperience(
  wear: Wear,
  { itemId, expForUp, resultAfterUp }: HarvestItem,
  experience: ReadonlyMap<ItemId, number>,
  returns: number,
): number {
  if (expForUp === 0 || returns === 0) return 0
  const before = Math.min(wear.experience.get(itemId) ?? experience.get(itemId) ?? 0, expForUp - 1)
  const total = before + returns
  wear.experience.set(itemId, total % expForUp)
  return resultAfterUp === undefined ? 0 : Math.floor(total / expForUp)
}
