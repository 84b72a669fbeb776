import type { CraftRecipe, ItemDefinition } from '@clutch/contract'
import { craftGrants } from '@clutch/economy'
import { useMarketFee } from '#shared/account/own-lots.ts'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { usePricesOf } from '#shared/live/live-store.ts'
import { valueRecipe } from '#shared/production/craft-value.ts'
import { useIsEnergised } from '#shared/production/energy.ts'
import { expectItems, toCraftRule } from '#shared/production/recipe-rules.ts'
import type { PricingMode, Valuation } from '#shared/production/valuation.ts'

/** What one run of a recipe costs and brings at live prices; only a price of its own items makes it anew. */
export function useRecipeValuation(recipe: CraftRecipe, pricingMode: PricingMode): Valuation {
  const { data: catalogue } = useCatalogue()
  const feeBasisPoints = useMarketFee()
  const isEnergised = useIsEnergised()
  const items = catalogue?.items ?? NO_ITEMS
  const yields = expectItems(items, craftGrants(toCraftRule(recipe), 1))
  const prices = usePricesOf([
    ...recipe.ConsumableList.map(({ TypeId }) => TypeId),
    ...yields.map(({ itemId }) => itemId),
  ])
  return valueRecipe(recipe, items, {
    mode: pricingMode,
    feeBasisPoints,
    isEnergised,
    pricesOf: (itemId) => prices.get(itemId) ?? NO_PRICES,
  })
}

const NO_ITEMS: readonly ItemDefinition[] = []
