import type { HarvestRecipe } from '@clutch/contract'
import { useMarketFee } from '#shared/account/own-lots.ts'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { usePrices } from '#shared/live/live-store.ts'
import type { PricingMode } from '#shared/production/valuation.ts'
import { calculate, type Calculation } from '../model/estimate.ts'
import { toItemRules } from '#shared/production/recipe-rules.ts'
import { selectedRules, toRecipeRule, usualRules } from '../model/rules.ts'
import type { HarvestSetup } from '../model/setup.ts'

/** What runs with the selected items come to at live prices; undefined while a slot has none. */
export function useCalculation(
  recipe: HarvestRecipe,
  setup: HarvestSetup,
  pricingMode: PricingMode,
): Calculation | undefined {
  const { data: catalogue } = useCatalogue()
  const prices = usePrices()
  const feeBasisPoints = useMarketFee()
  const rules = toItemRules(catalogue?.items ?? [])
  const rule = toRecipeRule(recipe)
  const selection = { selected: selectedRules(rule, setup), usual: usualRules(rule, setup) }
  return calculate(rules, rule, selection, {
    mode: pricingMode,
    feeBasisPoints,
    pricesOf: (itemId) => prices.get(itemId) ?? NO_PRICES,
  })
}
