import type { CraftEntry, CraftRecipe, FactoryRecipe, ItemDefinition } from '@clutch/contract'
import {
  asItemId,
  asRecipeId,
  estimateOpening,
  type Catalogue,
  type CraftRecipe as CraftRule,
  type FactoryRecipe as FactoryRule,
  type GrantRange,
  type StockOf,
} from '@clutch/economy'
import type { ExpectedItem } from './valuation.ts'

/** Converts recipes and items to the types of the rules, so that estimates match what the rules will do. */

export function toCraftRule({ TypeId, TimeCraftSec, RemainList, ConsumableList, OutputList }: CraftRecipe): CraftRule {
  return {
    id: asRecipeId(TypeId),
    timeSec: TimeCraftSec,
    remain: RemainList.map(toAmount),
    consumable: ConsumableList.map(toAmount),
    outputs: OutputList.map((entry) => ({
      ...toAmount(entry),
      random: entry.Random,
      minCount: entry.MinCount,
      maxCount: entry.MaxCount,
    })),
  }
}

function toAmount({ TypeId, Count }: CraftEntry) {
  return { itemId: asItemId(TypeId), count: Count }
}

export function toFactoryRule(recipe: FactoryRecipe): FactoryRule {
  return {
    id: asRecipeId(recipe.receipt_id),
    required: recipe.required_list.map(({ type_id, count }) => ({ itemId: asItemId(type_id), count })),
    slots: recipe.optional_list.map(({ list }) =>
      list.map(({ item, time_for_craft_sec, possible_drop_list }) => ({
        itemId: asItemId(item.type_id),
        timeSec: time_for_craft_sec,
        drops: possible_drop_list.map(({ type_id, weight }) => ({ itemId: asItemId(type_id), weight })),
      })),
    ),
    generatorIds: recipe.timer_result_ids.map(asItemId),
  }
}

const knownRules = new WeakMap<readonly ItemDefinition[], Pick<Catalogue, 'items'>>()

/** What the rules need of the catalogue: which items open to what. Computed once for ten thousand items. */
export function toItemRules(items: readonly ItemDefinition[]): Pick<Catalogue, 'items'> {
  const known = knownRules.get(items)
  if (known !== undefined) return known
  const rules = { items: new Map(items.map((item) => [asItemId(item.Itemdefid), toItemRule(item)])) }
  knownRules.set(items, rules)
  return rules
}

/** The entry that grants nothing counts too: it takes its share of the draws. */
function toItemRule({ Itemdefid, CanSell, Tags, Type, Opens }: ItemDefinition) {
  const entries = Opens.map(({ item_id, count, weight }) => ({
    itemId: asItemId(item_id),
    count: Type === 'generator' ? weight : count,
  }))
  const opens = Type === 'bundle' || Type === 'generator' ? { how: Type, entries } : undefined
  return { id: asItemId(Itemdefid), canSell: CanSell, canTrade: !Tags.includes('trade:no'), opens }
}

/** The average yield of grants with everything opened. */
export function expectItems(items: readonly ItemDefinition[], grants: readonly GrantRange[]): readonly ExpectedItem[] {
  return Array.from(estimateOpening(toItemRules(items), grants).expected, ([itemId, count]) => ({ itemId, count }))
}

/** Whether the yield of grants is random: only then does luck matter. */
export function hasChance(items: readonly ItemDefinition[], grants: readonly GrantRange[]): boolean {
  const { min, max } = estimateOpening(toItemRules(items), grants)
  return Array.from(max).some(([itemId, most]) => (min.get(itemId) ?? 0) < most)
}

/** A player's item counts, as the rules ask for them. */
export function stockIn(inventory: ReadonlyMap<number, number>): StockOf {
  return (itemId) => inventory.get(itemId) ?? 0
}
