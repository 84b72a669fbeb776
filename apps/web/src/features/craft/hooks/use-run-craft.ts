import type { CraftRecipe } from '@clutch/contract'
import { craftNeeds, missingIngredients } from '@clutch/economy'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { holdings } from '#shared/live/live-store.ts'
import { toCraftRule } from '#shared/production/recipe-rules.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { inventoryQuery } from '#shared/account/inventory.ts'
import { useCommand } from '#shared/api/use-command.ts'
import { CRAFT_QUEUE_KEY } from '#shared/production/queues.ts'

/**
 * Starts a recipe: deducts its ingredients at once, then sends the call (document 2 §4). A rejection restores the
 * inventory.
 */
export function useRunCraft(recipe: CraftRecipe) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const errorText = useErrorText()
  const nameOf = useItemName()
  const { run, isPending } = useStartCraft()
  const name = nameOf(recipe.ItemForVision)
  return {
    isPending,
    run: (count: number) => {
      const needs = craftNeeds(toCraftRule(recipe), count)
      const missing = missingIngredients(needs, (itemId) => holdings.inventory.get(itemId) ?? 0)
      if (missing.length > 0) {
        showToast(t('recipe.not_enough', { names: missing.map(({ itemId }) => nameOf(itemId)).join(', ') }), 'sell')
        return
      }
      holdings.spendItems(needs)
      run(
        { receipt_id: recipe.TypeId, count },
        {
          onSuccess() {
            showToast(t(count > 1 ? 'recipe.sent_count' : 'recipe.sent', { name, amount: format.exact(count) }), 'buy')
          },
          describeError: (error) => `${t('recipe.error', { name })}: ${errorText(error)}`,
        },
      )
    },
  }
}

/** Queues a craft. The page has already spent its ingredients, so a failure refetches the inventory. */
function useStartCraft() {
  return useCommand('POST /craft/start', {
    invalidates: [CRAFT_QUEUE_KEY],
    invalidatesOnError: [inventoryQuery.queryKey],
    errorTone: 'sell',
  })
}
