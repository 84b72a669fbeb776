import type { HarvestRecipe, HarvestUserData } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { findEmptySlot, toUpdateBody, type HarvestSetup } from '../model/setup.ts'
import { statusOf } from '../model/status.ts'
import { persistDraft } from './setup-drafts.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCommand } from '#shared/api/use-command.ts'
import { harvestQuery } from '#shared/production/harvest.ts'

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

/** Changes the setup of a recipe. */
function useUpdateHarvest() {
  const client = useQueryClient()
  return useCommand('POST /harvest/update', {
    onSuccess: ({ user_data }) => setUserData(client, user_data),
    invalidatesOnError: [harvestQuery.queryKey],
  })
}

/** Puts the response to an update in the place of what was known of its recipe. */
function setUserData(client: QueryClient, changed: HarvestUserData): void {
  client.setQueryData(harvestQuery.queryKey, (known) => {
    if (known === undefined) return known
    const others = known.user_data.filter(({ receipt_id }) => receipt_id !== changed.receipt_id)
    return { ...known, user_data: [...others, changed] }
  })
}
