import type { CraftRecipe } from '@clutch/contract'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { usePrices } from '#shared/live/live-store.ts'
import { averageOutputs, toItemCounts } from '#shared/production/craft-plan.ts'
import { expectItems } from '#shared/production/expected-items.ts'
import { valueRun, type Dealing, type Valuation } from '#shared/production/valuation.ts'

/** What one run of a recipe costs and brings on average, at live prices. Kept items cost nothing: they come back. */
export function useRecipeValue(dealing: Dealing): (recipe: CraftRecipe) => Valuation {
  const { data: catalogue } = useCatalogue()
  const prices = usePrices()
  const byId = catalogue?.byId ?? new Map()
  return ({ ConsumableList, OutputList, TimeCraftSec }) =>
    valueRun(
      toItemCounts(ConsumableList),
      expectItems(byId, averageOutputs(OutputList)),
      TimeCraftSec,
      dealing,
      (itemId) => prices.get(itemId) ?? NO_PRICES,
    )
}
