import type { AdminUser } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { COINS } from '../item-change.ts'
import { useItemChange } from './admin-user.ts'

interface Change {
  readonly item_id: number
  readonly count: number
  readonly reason: string
}

/** Adds or removes items or coins and shows the outcome (document 2 §8). */
export function useSendItemChange() {
  const { t } = useTranslation('admin')
  const errorText = useErrorText()
  const format = useFormat()
  const nameOf = useItemName()
  const { mutate, isPending } = useItemChange((error, { name }) => {
    const message = errorText(error)
    return t(name === 'POST /admin/consume' ? 'items.remove_failed' : 'items.add_failed', { message })
  })
  return {
    isPending,
    send: (user: AdminUser, isRemoval: boolean, { item_id, count, reason }: Change): void => {
      const what = { count: format.exact(count), item: nameOf(item_id), name: user.name }
      mutate(
        {
          name: isRemoval ? 'POST /admin/consume' : 'POST /admin/add',
          body: { steam_id: user.steam_id, item_id, count, reason },
        },
        {
          onSuccess: () =>
            showToast(
              item_id === COINS
                ? t(isRemoval ? 'items.coins_removed' : 'items.coins_added', what)
                : t(isRemoval ? 'items.removed' : 'items.added', what),
            ),
        },
      )
    },
  }
}
