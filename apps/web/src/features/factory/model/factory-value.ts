import type { ItemDefinition } from '@clutch/contract'
import { factoryGrants, factoryTimeSec, type FactoryRecipe as FactoryRule } from '@clutch/economy'
import type { ItemPrices } from '#shared/live/live-holdings.ts'
import { expectItems } from '#shared/production/recipe-rules.ts'
import { valueRun, type ExpectedItem, type PricingMode, type Valuation } from '#shared/production/valuation.ts'
import { chosenItems, knownNeeds, type Choice } from './factory-plan.ts'

/** What one unit yields on average, the most first. */
export function yieldsOf(rule: FactoryRule, items: readonly ItemDefinition[], choice: Choice): readonly ExpectedItem[] {
  return expectItems(items, factoryGrants(rule, chosenItems(choice), 1)).toSorted(
    (one, other) => other.count - one.count,
  )
}

/** What one unit with these items costs and brings. */
export function valueChoice(
  rule: FactoryRule,
  items: readonly ItemDefinition[],
  choice: Choice,
  pricingMode: PricingMode,
  pricesOf: (itemId: number) => ItemPrices,
): Valuation {
  const seconds = factoryTimeSec(rule, chosenItems(choice), 1)
  return valueRun(knownNeeds(rule, choice, 1), yieldsOf(rule, items, choice), seconds, pricingMode, pricesOf)
}

/** Every item whose price matters, whatever is chosen. */
export function itemsOf(rule: FactoryRule, items: readonly ItemDefinition[]): readonly number[] {
  const drops = rule.slots.flatMap((slot) => slot.flatMap((option) => option.drops.map(({ itemId }) => itemId)))
  const granted = [...rule.generatorIds, ...drops].map((itemId) => ({ itemId, min: 1, expected: 1, max: 1 }))
  return [
    ...new Set([
      ...rule.required.map(({ itemId }) => itemId),
      ...rule.slots.flatMap((slot) => slot.map(({ itemId }) => itemId)),
      ...expectItems(items, granted).map(({ itemId }) => itemId),
    ]),
  ]
}
