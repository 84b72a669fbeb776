import type { CraftRecipe, ItemDefinition } from '@clutch/contract'
import { craftGrants } from '@clutch/economy'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { NO_PRICES, type ItemPrices } from '#shared/live/live-holdings.ts'
import { usePricesOf } from '#shared/live/live-store.ts'
import { expectItems, toCraftRule } from '#shared/production/recipe-rules.ts'
import { valueRun, type PricingMode, type Valuation } from '#shared/production/valuation.ts'

/** What one run of a recipe costs and brings on average. Kept items cost nothing: they come back. */
export function valueRecipe(
  recipe: CraftRecipe,
  items: readonly ItemDefinition[],
  pricingMode: PricingMode,
  prices: ReadonlyMap<number, ItemPrices>,
): Valuation {
  const rule = toCraftRule(recipe)
  const yields = expectItems(items, craftGrants(rule, 1))
  return valueRun(rule.consumable, yields, rule.timeSec, pricingMode, (itemId) => prices.get(itemId) ?? NO_PRICES)
}

/** The same at live prices; only a price of its own items makes it anew. */
export function useRecipeValuation(recipe: CraftRecipe, pricingMode: PricingMode): Valuation {
  const { data: catalogue } = useCatalogue()
  const items = catalogue?.items ?? NO_ITEMS
  const yields = expectItems(items, craftGrants(toCraftRule(recipe), 1))
  const prices = usePricesOf([
    ...recipe.ConsumableList.map(({ TypeId }) => TypeId),
    ...yields.map(({ itemId }) => itemId),
  ])
  return valueRecipe(recipe, items, pricingMode, prices)
}

const NO_ITEMS: readonly ItemDefinition[] = []
