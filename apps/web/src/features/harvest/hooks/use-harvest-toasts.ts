import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { browserNotifications, showBrowserNotification } from '#shared/notifications/browser-notifications.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { harvestQuery } from '#shared/production/harvest.ts'
import { findStalled, sumUpdates, type FinishedGroup, type RunUpdate } from '../model/run-updates.ts'
import { writeRecipeId } from '../model/recipe-address.ts'

/** Beyond this number of recipes, only the total is announced. */
const NAMED_MAX = 2

/** Summarises finished groups briefly. Stalled recipes are listed separately, since they need the player. */
export function useHarvestToasts(): (finished: readonly FinishedGroup[]) => Promise<void> {
  const { t } = useTranslation('harvest')
  const format = useFormat()
  const language = useLanguage()
  const client = useQueryClient()
  const navigate = useNavigate()

  const describe = (name: string, { finished, broken, upgraded }: Omit<RunUpdate, 'recipeId'>) =>
    [
      t('updates.finished', { name, count: finished, amount: format.exact(finished) }),
      ...(broken > 0 ? [t('updates.broken', { count: broken, amount: format.exact(broken) })] : []),
      ...(upgraded > 0 ? [t('updates.upgraded', { count: upgraded, amount: format.exact(upgraded) })] : []),
    ].join(' · ')

  return async (finished) => {
    // What runs now is read after the events: the next runs may have begun right behind the last.
    const known = await client.fetchQuery({ ...harvestQuery, staleTime: 0 }).catch(() => undefined)
    if (known === undefined) return
    const nameOf = (id: number) => known.receipts.find(({ receipt_id }) => receipt_id === id)?.names[language] ?? ''
    const updates = sumUpdates(finished)
    if (updates.length <= NAMED_MAX) {
      for (const each of updates) showToast(describe(nameOf(each.recipeId), each), 'buy', each.upgraded > 0)
    } else {
      const sum = sumOf(updates)
      showToast(describe(t('updates.recipes', { amount: format.exact(updates.length) }), sum), 'buy', sum.upgraded > 0)
    }

    const stalled = findStalled(updates, known.user_data)
    const [first] = stalled
    if (first === undefined) return
    const text = t('updates.stalled', { names: stalled.map(nameOf).join(', ') })
    showToast(text, 'sell')
    if (!document.hidden) return
    showBrowserNotification(browserNotifications(), {
      id: `harvest-${first}`,
      title: t('title'),
      text,
      onPress: () => void navigate({ to: '/harvest/receipts', search: writeRecipeId(first) }),
    })
  }
}

function sumOf(updates: readonly RunUpdate[]): Omit<RunUpdate, 'recipeId'> {
  const sum = (field: 'finished' | 'broken' | 'upgraded') => updates.reduce((total, each) => total + each[field], 0)
  return { finished: sum('finished'), broken: sum('broken'), upgraded: sum('upgraded') }
}
