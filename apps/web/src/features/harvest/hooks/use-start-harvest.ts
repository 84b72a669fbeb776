import type { HarvestRecipe } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { useUpdateHarvest } from '../api/update-harvest.ts'
import { findEmptySlot, toUpdateBody, type HarvestSetup } from '../model/setup.ts'
import { statusOf } from '../model/status.ts'
import { persistDraft } from './setup-drafts.ts'

/** Sends a recipe's setup (document 2 §4). An enabled one needs an item in each slot (document 2 §5). */
export function useStartHarvest(recipe: HarvestRecipe) {
  const { t } = useTranslation('harvest')
  const language = useLanguage()
  const errorText = useErrorText()
  const { run, isPending } = useUpdateHarvest()
  const [isComplaining, setComplaining] = useState(false)
  const describeError = (error: Error) => {
    const isGone = error instanceof ApiError && error.code === 'recipe_not_found'
    return isGone ? t('not_found') : t('update_error', { message: errorText(error) })
  }
  return {
    isPending,
    /** Whether the player tried to start while a slot was empty. */
    isComplaining,
    start(setup: HarvestSetup) {
      const isIncomplete = setup.enabled && findEmptySlot(setup) !== undefined
      setComplaining(isIncomplete)
      if (isIncomplete) {
        showToast(t('select_items'), 'error')
        return
      }
      run(toUpdateBody(recipe.receipt_id, setup), {
        onSuccess({ user_data }) {
          persistDraft(recipe.receipt_id, undefined)
          const text = t('updated', { name: recipe.names[language] })
          if (statusOf(user_data) === 'stalled') showToast(`${text} ${t('status.stalled')}.`, 'sell')
          else showToast(text, 'buy')
        },
        describeError,
      })
    },
  }
}
