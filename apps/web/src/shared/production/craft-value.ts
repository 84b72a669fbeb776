import type { CraftRecipe, ItemDefinition } from '@clutch/contract'
import { craftGrants } from '@clutch/economy'
import { expectItems, toCraftRule } from './recipe-rules.ts'
import { valueRun, type Pricing, type Valuation } from './valuation.ts'

/** Cost and average yield of one run. Returned items cost nothing. */
export function valueRecipe(recipe: CraftRecipe, items: readonly ItemDefinition[], pricing: Pricing): Valuation {
  const rule = toCraftRule(recipe)
  const yields = expectItems(items, craftGrants(rule, 1))
  return valueRun(rule.consumable, yields, rule.timeSec, pricing)
}
