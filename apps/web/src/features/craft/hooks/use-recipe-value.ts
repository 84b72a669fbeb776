import type { CraftRecipe } from '@clutch/contract'
import { craftGrants } from '@clutch/economy'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { usePrices } from '#shared/live/live-store.ts'
import { expectItems, toCraftRule } from '#shared/production/recipe-rules.ts'
import { valueRun, type PricingMode, type Valuation } from '#shared/production/valuation.ts'

/** What one run of a recipe costs and brings on average, at live prices. Kept items cost nothing: they come back. */
export function useRecipeValue(pricingMode: PricingMode): (recipe: CraftRecipe) => Valuation {
  const { data: catalogue } = useCatalogue()
  const prices = usePrices()
  const items = catalogue?.items ?? []
  return (recipe) => {
    const rule = toCraftRule(recipe)
    const yields = expectItems(items, craftGrants(rule, 1))
    return valueRun(rule.consumable, yields, rule.timeSec, pricingMode, (itemId) => prices.get(itemId) ?? NO_PRICES)
  }
}
