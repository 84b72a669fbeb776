import type { CraftRecipe, ItemDefinition } from '@clutch/contract'
import { craftGrants } from '@clutch/economy'
import { expectItems, toCraftRule } from './recipe-rules.ts'
import { valueRun, type Pricing, type Valuation } from './valuation.ts'

/** What one run of a recipe costs and brings on average. Kept items cost nothing: they come back. */
export function valueRecipe(recipe: CraftRecipe, items: readonly ItemDefinition[], pricing: Pricing): Valuation {
  const rule = toCraftRule(recipe)
  const yields = expectItems(items, craftGrants(rule, 1))
  return valueRun(rule.consumable, yields, rule.timeSec, pricing)
}
