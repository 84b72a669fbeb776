import type { CraftRecipe, ItemDefinition } from '@clutch/contract'
import { craftGrants } from '@clutch/economy'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { usePricesOf } from '#shared/live/live-store.ts'
import { valueRecipe } from '#shared/production/craft-value.ts'
import { expectItems, toCraftRule } from '#shared/production/recipe-rules.ts'
import { usePricing } from '#shared/production/use-pricing.ts'
import type { PricingMode, Valuation } from '#shared/production/valuation.ts'
import { profitSteps, type ProfitStep } from '../model/profit-steps.ts'

/** Cost and yield of one run at live prices; recalculated only when a price of its items changes. */
export function useRecipeValuation(recipe: CraftRecipe, pricingMode: PricingMode): Valuation {
  const { items, pricing } = useRecipePricing(recipe, pricingMode)
  return valueRecipe(recipe, items, pricing)
}

/** The same in steps, ingredient by ingredient; undefined if an item has no price. */
export function useProfitSteps(recipe: CraftRecipe, pricingMode: PricingMode): ProfitStep[] | undefined {
  const { yields, pricing } = useRecipePricing(recipe, pricingMode)
  return profitSteps(toCraftRule(recipe).consumable, yields, pricing)
}

function useRecipePricing(recipe: CraftRecipe, pricingMode: PricingMode) {
  const { data: catalogue } = useCatalogue()
  const items = catalogue?.items ?? NO_ITEMS
  const yields = expectItems(items, craftGrants(toCraftRule(recipe), 1))
  const prices = usePricesOf([
    ...recipe.ConsumableList.map(({ TypeId }) => TypeId),
    ...yields.map(({ itemId }) => itemId),
  ])
  return { items, yields, pricing: usePricing(pricingMode, prices) }
}

const NO_ITEMS: readonly ItemDefinition[] = []
