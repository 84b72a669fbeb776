import { Side, toSafeNumber } from '@clutch/contract/live/values'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLiveEvent } from '#shared/live/live.ts'
import { showToast } from '#shared/ui/toast-store.ts'

/** Shows a toast on every page when one of the player's lots is filled. */
export function useFillToasts(): void {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useItemName()
  useLiveEvent('lotChanged', ({ payload }) => {
    if (payload.case !== 'lotChanged') return
    const { filledCount, filledPrice, itemId, side } = payload.value
    const count = toSafeNumber(filledCount)
    if (count === 0) return
    const isBuy = side === Side.BUY
    const text = t(isBuy ? 'fill.bought' : 'fill.sold', {
      count,
      amount: format.exact(count),
      name: nameOf(toSafeNumber(itemId)),
      price: format.exact(toSafeNumber(filledPrice)),
    })
    showToast(text, isBuy ? 'buy' : 'sell', true)
  })
}
